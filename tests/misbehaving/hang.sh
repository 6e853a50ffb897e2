# Neither reads nor writes nor ends.
while :; do sleep 1000; done

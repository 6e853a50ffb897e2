# Ignores the signals that can be ignored, and so does what it starts.
trap '' HUP INT QUIT TERM
sleep 1000 &
echo ready
while :; do sleep 1000; done

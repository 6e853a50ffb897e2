# Ends, and leaves a child behind that never stops talking.
lines='still here
'
for _ in 1 2 3 4 5 6 7 8; do lines=$lines$lines; done
while printf %s "$lines"; do :; done &
while printf %s "$lines" >&2; do :; done &
exit 7

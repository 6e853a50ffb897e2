# Ends, and leaves a child behind that never stops talking.
while echo "still here"; do :; done &
while echo "still here" >&2; do :; done &
exit 7

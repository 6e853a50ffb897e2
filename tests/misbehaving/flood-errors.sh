# Writes to stderr without end, until it is told something on stdin; then it answers,
# and goes on.
piece=0123456789abcdef
for _ in 1 2 3 4 5 6 7 8; do piece=$piece$piece; done
while printf '%s\n' "$piece" >&2; do :; done &
read -r line
echo "heard $line"
wait

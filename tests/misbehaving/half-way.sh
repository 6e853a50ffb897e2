# Dies when it is told the third line.
read -r line && echo "one: $line"
read -r line && echo "two: $line"
read -r line
echo "that was too much" >&2
exit 3

# Answers the first line when it is told the second.
read -r first
read -r second
echo "at last: $first"

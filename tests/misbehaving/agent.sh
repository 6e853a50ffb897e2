# Keeps a request for a move in a file, and answers with what it is given.
head -n 10 > "$1"
echo "$2"

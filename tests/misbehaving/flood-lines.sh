# Writes lines without end.
piece=0123456789abcdef
for _ in 1 2 3 4 5 6 7 8; do piece=$piece$piece; done
while printf '%s\n' "$piece"; do :; done

# Says more than a pipe holds before it reads anything.
piece=0123456789abcdef
for _ in 1 2 3 4 5 6; do piece=$piece$piece; done
n=0
while [ $n -lt 512 ]; do echo "$piece"; n=$((n + 1)); done
n=0
while read -r line; do n=$((n + 1)); done
echo "read $n lines"

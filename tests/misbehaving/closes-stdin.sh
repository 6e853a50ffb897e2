# Closes its input and goes on.
exec <&-
echo "closed"
sleep 1000

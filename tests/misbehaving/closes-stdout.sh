# Closes its output and goes on.
echo "goodbye"
exec >&- 2>&-
sleep 1000

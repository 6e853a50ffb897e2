# Ends, and leaves a child behind that keeps the pipes open.
sleep 1000 &
echo "the child is $!"
exit 7

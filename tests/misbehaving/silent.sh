# Reads all and says nothing.
while read -r line; do :; done

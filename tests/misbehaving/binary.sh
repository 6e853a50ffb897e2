# Writes bytes that are no text.
printf '\377\376\000\033[31m\200\r\n'
printf 'caf\303\251\n'
printf '\303'

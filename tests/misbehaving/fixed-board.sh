# Answers `dump` with the board at the start, whatever was played, and says of each
# other line that it is fine.
while read -r line; do
    case $line in
    dump)
        printf 'board> ===\n  r - - - - - b\n'
        for _ in 1 2 3 4 5; do echo '  - - - - - - -'; done
        printf '  b - - - - - r\n===\n'
        ;;
    quit) exit 0 ;;
    *) echo "fine: $line" ;;
    esac
done

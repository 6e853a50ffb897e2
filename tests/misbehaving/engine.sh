# Speaks UAI, and always plays the move that it is given.
while read -r line; do
    case $line in
    uai) printf 'id name engine\nid author nobody\nuaiok\n' ;;
    isready) echo readyok ;;
    go*) printf 'info depth 1\nbestmove %s\n' "$1" ;;
    quit) exit 0 ;;
    uainewgame | position*) ;;
    *) echo "what is $line?"; echo "unknown: $line" >&2 ;;
    esac
done

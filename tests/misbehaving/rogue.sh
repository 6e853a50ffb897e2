# Speaks UAI, and does what it is given when it is asked for a move.
while read -r line; do
    case $line in
    uai) printf 'id name rogue\nid author nobody\nuaiok\n' ;;
    isready) echo readyok ;;
    go*)
        case $1 in
        crash) echo 'out of ideas' >&2; exit 3 ;;
        stall) ;;
        late) sleep 1; echo "bestmove $2" ;;
        *) echo "bestmove $1" ;;
        esac
        ;;
    quit) exit 0 ;;
    esac
done

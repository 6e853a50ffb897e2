# Speaks UAI, and is wrong in the way that it is told. It always plays b7.
while read -r line; do
    case $1:$line in
    hangs-at-start:*) ;;
    dies-at-start:uai) echo 'cannot load the network' >&2; exit 3 ;;
    hangs-at-isready:isready) ;;
    dies-at-isready:isready) exit 3 ;;
    hangs-at-go:go*) ;;
    dies-at-go:go*) echo 'assertion failed' >&2; kill -s SEGV $$ ;;
    closes-output-at-go:go*) exec >&-; sleep 1000 ;;
    plays-d4:go*) echo 'bestmove d4' ;;
    plays-nonsense:go*) echo 'bestmove castles' ;;
    floods:go*)
        lines='info string 01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789
'
        for _ in 1 2 3 4 5 6 7 8; do lines=$lines$lines; done
        while printf %s "$lines"; do :; done ;;
    is-late:go*) sleep 1; echo 'bestmove b7' ;;
    answers-twice:go*) printf 'bestmove b7\nbestmove a6\n' ;;
    ignores-stop:stop) ;;
    quits-slowly:quit) sleep 1000 ;;
    *:uai) printf 'Hello!\nid name Shell\nid author nobody\noption name Hash type spin default 1 min 1 max 8\nuaiok\n' ;;
    *:isready) echo readyok ;;
    *:'go infinite') thinking=yes ;;
    *:stop) if [ "$thinking" ]; then thinking=; echo 'bestmove b7'; fi ;;
    *:go*) printf 'info depth 1 score cp 5 nodes 16 pv b7\nbestmove b7\n' ;;
    *:quit) exit 0 ;;
    esac
done

# An agent of the Nerdvana contest: the first extend, or else the first jump, in the order of the
# rows. The side to move comes first, then the rows, then the clocks. `-v fault=NAME` is one fault,
# or one freedom that the document leaves.
NR == 1 { own = $1 == 0 || fault == "is-always-red" ? "x" : "o"; side = $1 }
NR > 1 && NR < 9 { for (i = 1; i <= 7; i++) at[NR - 1, i] = substr($1, i, 1) }
NR == 9 { clocks = $0; other = $(2 - side) }
function name(row, column) { return substr("abcdefg", column, 1) (fault == "counts-from-below" ? 8 - row : row) }
function size(number) { return number < 0 ? -number : number }
# A piece of the side to move at this distance.
function own_at(row, column, far,   i, j) {
    for (i = -far; i <= far; i++) for (j = -far; j <= far; j++) {
        if (size(i) != far && size(j) != far) continue
        if (fault == "has-no-knight" && size(i) + size(j) == 3) continue
        if (at[row + i, column + j] == own) return name(row + i, column + j)
    }
}
function try(row, column, far,   from) {
    if (at[row, column] != "." || !(from = own_at(row, column, far))) return ""
    if (far > 1) return from (fault == "has-no-hyphen" ? "" : "-") name(row, column)
    return fault == "names-origins" ? from "-" name(row, column) : name(row, column)
}
function chosen(   far, row, column, mv) {
    if (fault == "jumps-three" || fault == "takes-what-comes") {
        for (row = 1; row <= 7; row++) for (column = 1; column <= 7; column++)
            for (far = 1; far <= (fault == "jumps-three" ? 3 : 2); far++)
                if (mv = try(row, column, far)) return mv
    }
    for (far = 1; far <= 2; far++) for (row = 1; row <= 7; row++) for (column = 1; column <= 7; column++)
        if (mv = try(row, column, far)) return mv
}
END {
    print "kibitz clocks " clocks > "/dev/stderr"
    if (fault == "writes-much") for (i = 0; i < 9000; i++) print "kibitz " i > "/dev/stderr"
    if (fault == "reads-the-other-clock") system("sleep " other / 40000)
    if (fault == "thinks-four-seconds") system("sleep 4")
    if (fault == "thinks-a-second") system("sleep 1")
    if (fault == "prints-a-trace") print "depth 1"
    if (fault == "prints-a-trace-behind") line = "\nnodes 7"
    if (fault == "leaves-blanks") print " \n"
    if (fault == "prints-nothing") exit
    mv = chosen()
    if (fault == "passes") mv = "pass"
    if (fault == "leaves-blanks") printf "\t%s \r\n\n", mv
    else if (fault == "ends-no-line") printf "%s", mv
    else print mv line
    if (fault == "ends-badly") exit 3
}

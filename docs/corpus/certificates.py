#!/usr/bin/env python3
"""Certifies the positions of solved.epd: python3 certificates.py PROGRAM, where PROGRAM is `ataxx`.

Writes a certificate of the value of each, of a win or loss with its distance, and checks it with
verify.py. Prints what `sha256sum` prints of the files 0001, 0002 and so on. Other versions of the
program may write other certificates. A folder after PROGRAM gets the files.
"""

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from verify import Lines, check, require  # noqa: E402

OTHER = {"red": "blue", "blue": "red"}


def positions():
    for line in (HERE / "solved.epd").read_text().splitlines():
        text = line.split("#")[0].strip()
        if text:
            fen, *operations = text.split("; ")
            yield fen, dict(operation.split(" ", 1) for operation in operations)


def certify(program, fen, rules, path):
    command = [program, "solve", fen, "--rules", rules, "--exact"]
    command += ["--certificate", str(path), "--certify-distance"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def claimed(path):
    with path.open("rb") as file:
        lines = Lines(file)
        require(lines.next() == "ataxx certificate 1", "wrong first line")
        return check(lines)


def head(path):
    """The rules and the position of a certificate."""
    with path.open() as file:
        return [next(file).split(" ", 1)[1].strip() for _ in range(3)][1:]


def expected(fen, known):
    color = "red" if fen.split()[1] == "x" else "blue"
    match known["value"]:
        case "win":
            return f"exact {color} {known['distance']}"
        case "loss":
            return f"exact {OTHER[color]} {known['distance']}"
        case value:
            return value


def main(program, folder):
    for fen, known in positions():
        path = Path(folder) / known["id"]
        certify(program, fen, known["rules"], path)
        rules, position = head(path)
        require(rules == known["rules"] and fen.startswith(position), f"{known['id']} is another position")
        require(claimed(path) == expected(fen, known), f"{known['id']} has another value")
        print(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {known['id']}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if len(sys.argv) > 2:
        main(*sys.argv[1:])
    else:
        with tempfile.TemporaryDirectory() as temporary:
            main(*sys.argv[1:], temporary)

#!/usr/bin/env python3
"""Draws how many positions of each board are won, drawn and lost, by the number of pieces.

ataxx tables build 4x5 --json … | figure.py > boards.svg: a line of JSON for each board.
"""

import json
import sys

WIDTH, HEIGHT, GAP, COLUMNS = 200, 90, 46, 3
COLORS = [("won", "#3b7dd8"), ("drawn", "#b8b8b8"), ("lost", "#d8583b")]

boards = [json.loads(line) for line in sys.stdin if line.strip()]
rows = (len(boards) + COLUMNS - 1) // COLUMNS
width, height = COLUMNS * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
      'font-family="sans-serif" font-size="11">')
print(f'<rect width="{width}" height="{height}" fill="#ffffff"/>')
for number, board in enumerate(boards):
    left = GAP + number % COLUMNS * (WIDTH + GAP)
    top = GAP + number // COLUMNS * (HEIGHT + GAP)
    layers = sorted(board["layers"], key=lambda layer: layer["pieces"])
    step = WIDTH / len(layers)
    print(f'<text x="{left}" y="{top - 6}">{board["board"]}, {board["rules"]}</text>')
    for index, layer in enumerate(layers):
        all_of_it = layer["won"] + layer["lost"] + layer["drawn"]
        y = top
        for name, color in COLORS:
            size = HEIGHT * layer[name] / all_of_it
            print(f'<rect x="{left + index * step:.1f}" y="{y:.1f}" width="{step - 1:.1f}" '
                  f'height="{size:.1f}" fill="{color}"><title>{layer["pieces"]} pieces: '
                  f'{100 * layer[name] / all_of_it:.1f} % {name}</title></rect>')
            y += size
    last = layers[-1]["pieces"]
    print(f'<text x="{left}" y="{top + HEIGHT + 13}">1</text>')
    print(f'<text x="{left + WIDTH}" y="{top + HEIGHT + 13}" text-anchor="end">{last} pieces</text>')
x = GAP
for name, color in COLORS:
    print(f'<rect x="{x}" y="10" width="11" height="11" fill="{color}"/>')
    print(f'<text x="{x + 16}" y="20">{name} for the side to move</text>')
    x += 190
print("</svg>")

#!/usr/bin/env python3
"""Draws docs/images/arch.svg, the moving picture of the README: two arches of 25 stones without mortar, one a little thinner and
one a little thicker than Milankovitch's 0.1075 of the radius.

Usage: PYTHONPATH=build/release/python scripts/arch_picture.py FILE
"""
import math
import pathlib
import sys

import numpy as np

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SOURCE / "models" / "gallery"))
import generate  # noqa: E402
import rigor  # noqa: E402

STONES, SECONDS, FRAMES, SLOW, REST = 25, 0.55, 28, 4, 1.5


def motion(thickness):
    """Places and angles in the plane of the arch, frames x stones x (x, z, angle); whether all steps are solved."""
    sim = rigor.Sim(rigor.Model.from_text(generate.arch(STONES, 1 - thickness / 2, 1 + thickness / 2)), dt=0.001)
    places = []
    for k in range(FRAMES + 1):
        pose = sim.qpos.reshape(STONES, 7)
        places.append(np.stack([pose[:, 0], pose[:, 2], 2 * np.arctan2(pose[:, 5], pose[:, 3])], 1))
        sim.step(round(SECONDS / FRAMES / 0.001))
    return np.array(places)


def stone(thickness, k):
    """Corners about its body's origin, x and z."""
    step = math.pi / STONES
    middle = math.pi - (k + 0.5) * step
    corners = [((1 + side * thickness / 2) * math.cos(middle + turn * step / 2) - math.cos(middle),
                (1 + side * thickness / 2) * math.sin(middle + turn * step / 2) - math.sin(middle))
               for side, turn in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return " ".join(f"{170 * x:.1f},{-170 * z:.1f}" for x, z in corners)


def arch(thickness, x, words):
    places, total = motion(thickness), SLOW * SECONDS + REST
    times = ";".join(f"{SLOW * SECONDS * k / FRAMES / total:.3f}" for k in range(FRAMES + 1)) + ";1"
    lines = [f'<g transform="translate({x} 215)">']
    for k in range(STONES):
        move = [f"{170 * px:.1f} {-170 * pz:.1f}" for px, pz, _ in places[:, k]]
        turn = [f"{math.degrees(a):.1f}" for _, _, a in places[:, k]]
        animate = f'dur="{total:g}s" repeatCount="indefinite" keyTimes="{times}"'
        lines.append(f'<g transform="translate({move[0]})"><animateTransform attributeName="transform" type="translate" {animate} '
                     f'values="{";".join([*move, move[-1]])}"/><polygon points="{stone(thickness, k)}" class="s{k % 2}">'
                     f'<animateTransform attributeName="transform" type="rotate" {animate} values="{";".join([*turn, turn[-1]])}"/></polygon></g>')
    lines += ['<line x1="-215" x2="215" y1="0" y2="0"/>', f'<text y="24">{words}</text></g>']
    return "\n".join(lines)


def main(path):
    style = ("svg{background:#fff}.s0{fill:#b8a58a}.s1{fill:#a08c70}polygon{stroke:#5b4d3a;stroke-width:.8}line{stroke:#444;stroke-width:1.5}"
             "text{font:14px system-ui,sans-serif;text-anchor:middle;fill:#333}")
    picture = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 250" width="880"><style>{style}</style>',
               arch(0.105, 220, "thickness 0.105 of the radius: it falls"), arch(0.11, 660, "0.110: it stands, 0 m/s"), "</svg>", ""]
    pathlib.Path(path).write_text("\n".join(picture))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

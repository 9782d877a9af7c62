#!/usr/bin/env python3
"""The models of the gallery that are made of many like pieces: an arch of stones, a row of dominoes.

Usage: generate.py FOLDER
"""
import math
import pathlib
import sys


def arch(stones=25, inner=0.945, outer=1.055, depth=0.2):
    """Wedges on a half circle, without mortar; t / R = 0.11, a little above Milankovitch's 0.1075 (1907), below which none stands."""
    lines = ['<mujoco model="arch">', "  <!-- made by models/gallery/generate.py -->", '  <option timestep="0.002"/>', "  <asset>"]
    step = math.pi / stones
    bodies = []
    for k in range(stones):
        middle = math.pi - (k + 0.5) * step
        centre = (inner + outer) / 2 * math.cos(middle), (inner + outer) / 2 * math.sin(middle)
        corners = []
        for y in (-depth / 2, depth / 2):
            for side in (-0.5, 0.5):
                for radius in (inner, outer):
                    # the first and the last stone stand on the floor
                    angle = middle - side * step
                    corners.append((radius * math.cos(angle) - centre[0], y, radius * math.sin(angle) - centre[1]))
        text = "  ".join(" ".join(f"{x:.9g}" for x in corner) for corner in corners)
        lines.append(f'    <mesh name="wedge{k}" vertex="{text}"/>')
        grey = 0.62 + 0.1 * (k % 2)
        bodies += [f'    <body name="stone{k}" pos="{centre[0]:.9g} 0 {centre[1]:.9g}"><freejoint/>',
                   f'      <geom type="mesh" mesh="wedge{k}" density="2400" friction="0.7 0 0" rgba="{grey:.2f} {grey - 0.06:.2f} {grey - 0.14:.2f} 1"/></body>']
    lines += ["  </asset>", "  <worldbody>", '    <geom name="floor" type="plane" size="3 3 0.1" friction="0.7 0 0"/>', *bodies]
    return "\n".join([*lines, "  </worldbody>", "</mujoco>", ""])


def dominoes(count=20, height=0.1, width=0.05, thickness=0.012, gap=0.045):
    """A row that a moving sphere sets off."""
    lines = ['<mujoco model="dominoes">', "  <!-- made by models/gallery/generate.py -->", '  <option timestep="0.001"/>', "  <worldbody>",
             '    <geom name="floor" type="plane" size="3 1 0.1" friction="0.4 0 0"/>',
             f'    <body name="ball" pos="-0.06 0 {height}"><freejoint/>',
             '      <geom type="sphere" size="0.012" density="2500" friction="0.4 0 0" rgba="0.8 0.3 0.2 1"/></body>']
    for k in range(count):
        lines += [f'    <body name="domino{k}" pos="{k * gap:.9g} 0 {height / 2}"><freejoint/>',
                  f'      <geom type="box" size="{thickness / 2} {width / 2} {height / 2}" density="900" friction="0.4 0 0" rgba="{0.3 + 0.5 * k / count:.2f} 0.5 0.75 1"/></body>']
    first = f"-0.06 0 {height} 1 0 0 0"
    rest = " ".join(f"{k * gap:.9g} 0 {height / 2} 1 0 0 0" for k in range(count))
    speed = "0.8 0 0.3 0 0 0" + " 0" * (6 * count)
    lines += ["  </worldbody>", f'  <keyframe><key name="push" qpos="{first} {rest}" qvel="{speed}"/></keyframe>', "</mujoco>", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name, make in (("arch", arch), ("dominoes", dominoes)):
        (pathlib.Path(sys.argv[1]) / f"{name}.xml").write_text(make())

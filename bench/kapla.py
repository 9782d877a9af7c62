#!/usr/bin/env python3
"""A tower of planks of 117 x 23.4 x 7.8 mm, two and three a layer by turns, each a little off its place, and with --shot a
sphere of 0.2 kg that flies into it at 4 m/s (keyframe hit). Usage: kapla.py LAYERS SEED [--shot] > tower.xml"""
import random
import sys

HALF = (0.117 / 2, 0.0234 / 2, 0.0078 / 2)
GAP = 2e-5


def plank(x, y, z, degrees):
    size = "%g %g %g" % HALF
    return (
        f'<body pos="{x:.6f} {y:.6f} {z:.6f}" euler="0 0 {degrees:.4f}"><freejoint/>'
        f'<geom type="box" size="{size}" density="600" friction="0.3"/></body>'
    )


def main():
    arguments = [a for a in sys.argv[1:] if a != "--shot"]
    if len(arguments) != 2 or not all(a.isdigit() for a in arguments):
        sys.exit(__doc__)
    layers, shot = int(arguments[0]), "--shot" in sys.argv
    random.seed(int(arguments[1]))

    def off(most):
        return random.uniform(-most, most)

    bodies, z = [], HALF[2] + GAP
    for layer in range(layers):
        for side in (-1, 0, 1) if layer % 2 == 0 else (-1, 1):
            across = side * (HALF[0] - HALF[1]) * 0.95
            if layer % 2 == 0:
                bodies.append(plank(off(1e-3), across + off(1e-3), z, off(1.15)))
            else:
                bodies.append(plank(across + off(1e-3), off(1e-3), z, 90 + off(1.15)))
        z += 2 * HALF[2] + GAP
    key = ""
    if shot:
        speeds = "0 " * (6 * len(bodies)) + "4 0"
        bodies.append(
            '<body name="shot" pos="-0.15 0 0.1"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>'
            '<geom type="sphere" size="0.03" mass="0.2" friction="0.3"/></body>'
        )
        key = f'<keyframe><key name="hit" qvel="{speeds}"/></keyframe>'
    print('<mujoco><option timestep="0.005"/><worldbody>')
    print('<geom type="plane" size="2 2 1" friction="0.3"/>')
    print("\n".join(bodies))
    print(f"</worldbody>{key}</mujoco>")


main()

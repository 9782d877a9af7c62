#!/usr/bin/env python3
"""What a step costs from Python beside C: rounds of the same steps in turns, the least time of the processor of each.

    PYTHONPATH=build/release/python /usr/bin/python3 bench/python_steps.py [BUILD]      (default: build/release)
"""
import pathlib
import subprocess
import sys
import time

import rigor

SOURCE = pathlib.Path(__file__).resolve().parents[1]
STEPS, ROUNDS = 1000, 100
MODEL, KEY = SOURCE / "models" / "quadruped.xml", "stand"


def seconds(function):
    begin = time.thread_time()
    function()
    return time.thread_time() - begin


def main():
    build = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE / "build" / "release"
    peer = subprocess.Popen([str(build / "bench" / "bench_steps"), str(MODEL), KEY, str(STEPS)], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, text=True)
    sim = rigor.Sim(MODEL, key=KEY)

    def singly():
        for _ in range(STEPS):
            sim.step()

    def with_state():
        qpos, ctrl = sim.qpos, sim.ctrl
        for _ in range(STEPS):
            ctrl[0] = qpos[7]
            sim.step()

    ways = {"Python, step() in a loop": singly, f"Python, step({STEPS})": lambda: sim.step(STEPS),
            "Python, reads qpos, writes ctrl, step()": with_state}
    best = dict.fromkeys(["C, rg_step", "C, MuJoCo's mj_step", *ways], float("inf"))
    for _ in range(ROUNDS):
        peer.stdin.write("\n")
        peer.stdin.flush()
        ours, theirs = map(float, peer.stdout.readline().split())
        best["C, rg_step"] = min(best["C, rg_step"], ours)
        if theirs > 0:
            best["C, MuJoCo's mj_step"] = min(best["C, MuJoCo's mj_step"], theirs)
        for name, way in ways.items():
            sim.reset()
            best[name] = min(best[name], seconds(way))
    peer.stdin.close()
    peer.wait()
    print(f"quadruped, {STEPS} steps from '{KEY}', least of {ROUNDS} rounds")
    for name, value in best.items():
        if value < float("inf"):
            print(f"  {name:42s} {1e6 * value / STEPS:8.3f} us a step   {value / best['C, rg_step']:6.3f} of C")


if __name__ == "__main__":
    main()

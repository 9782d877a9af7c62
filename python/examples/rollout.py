#!/usr/bin/env python3
"""Random actions in one of the three tasks: prints what came of them.

    python3 python/examples/rollout.py ant PATH/ant.xml
    python3 python/examples/rollout.py half-cheetah PATH/half_cheetah.xml
    python3 python/examples/rollout.py humanoid PATH/humanoid.xml

The models are those of gymnasium/envs/mujoco/assets in the package gymnasium (MIT licence); rigor does not have them.
"""
import argparse

import numpy as np

import rigor.envs

TASKS = {"ant": rigor.envs.Ant, "half-cheetah": rigor.envs.HalfCheetah, "humanoid": rigor.envs.Humanoid}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("model", help="path of the task's model")
    parser.add_argument("--envs", type=int, default=2, help="how many at once (default: 2)")
    parser.add_argument("--steps", type=int, default=100, help="how many steps (default: 100)")
    parser.add_argument("--seed", type=int, default=0)
    choice = parser.parse_args()

    model = rigor.Model.load(choice.model, lenient=True)
    many = rigor.envs.Vector([lambda: TASKS[choice.task](model)] * choice.envs)
    random = np.random.default_rng(choice.seed)
    space = many.single_action_space
    many.reset(seed=choice.seed)
    total, ends = np.zeros(choice.envs), 0
    for _ in range(choice.steps):
        _, reward, terminated, truncated, _ = many.step(random.uniform(space.low, space.high, (choice.envs, len(space.low))))
        total += reward
        ends += int(np.sum(terminated | truncated))
    many.close()
    print(f"{choice.task}: {choice.envs} x {choice.steps} steps, mean reward {total.mean() / choice.steps:.3f}, {ends} ends")


if __name__ == "__main__":
    main()

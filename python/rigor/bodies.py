"""What mjData tells about bodies and rigor.Sim does not keep, from poses and velocities; arrays may be of one simulation,
nbody x ..., or of many, count x nbody x ..."""
from __future__ import annotations

from typing import Any

import numpy as np

from .model import Model


def tree_centres(model: Model, xipos: np.ndarray) -> np.ndarray:
    """Centre of mass of the whole tree that each body is in, nbody x 3."""
    own: Any = model
    mass, roots = own.body_mass, own.body_root
    member = np.zeros((model.nbody, model.nbody))
    member[roots, np.arange(model.nbody)] = mass
    total = np.maximum(member.sum(1), 1e-300)  # of what has no mass nobody asks
    return ((member / total[:, None]) @ xipos)[..., roots, :]


def cinert(model: Model, xipos: np.ndarray, ximat: np.ndarray) -> np.ndarray:
    """Inertia about the centre of mass of the tree (xx yy zz xy xz yz), mass times the way there, mass: nbody x 10."""
    own: Any = model
    mass, moments = own.body_mass, own.body_inertia
    d = xipos - tree_centres(model, xipos)
    full = (ximat * moments[:, None, :]) @ np.swapaxes(ximat, -1, -2)
    squares = np.sum(d * d, -1)[..., None, None] * np.eye(3)
    full += mass[:, None, None] * (squares - d[..., :, None] * d[..., None, :])
    packed = full[..., [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
    masses = np.broadcast_to(mass[:, None], (*d.shape[:-1], 1))
    return np.concatenate([packed, masses * d, masses], -1)


def cvel(model: Model, xpos: np.ndarray, xipos: np.ndarray, xvel: np.ndarray) -> np.ndarray:
    """Angular velocity, and linear velocity of the point of the body at the centre of mass of the tree, nbody x 6."""
    angular, linear = xvel[..., :3], xvel[..., 3:]
    return np.concatenate([angular, linear + np.cross(angular, tree_centres(model, xipos) - xpos)], -1)

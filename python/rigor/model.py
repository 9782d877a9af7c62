"""The compiled model: what there is, constant, shared by as many simulations as you like."""
from __future__ import annotations

import os
from typing import Any, Iterator, Optional, Sequence, Tuple, Union

import numpy as np

from . import _rigor
from .errors import refuse
from .fields import choice, nearest, numbers, real, truth, whole

JOINT_TYPES = ("free", "ball", "slide", "hinge")
GEOM_TYPES = ("plane", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "hfield")
SENSOR_TYPES = (
    "jointpos", "jointvel", "ballquat", "ballangvel", "jointactuatorfrc", "actuatorpos", "actuatorvel",
    "actuatorfrc", "tendonpos", "tendonvel", "framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis",
    "framelinvel", "frameangvel", "velocimeter", "gyro", "subtreecom", "subtreelinvel", "subtreeangmom", "clock",
    "accelerometer", "framelinacc", "frameangacc", "force", "torque", "touch", "rangefinder", "magnetometer",
    "tendonactuatorfrc", "jointlimitpos", "jointlimitvel", "tendonlimitpos", "tendonlimitvel", "e_potential",
    "e_kinetic", "jointlimitfrc", "tendonlimitfrc", "distance", "normal", "fromto")

#: What `Model.bodies` and its like are made of.
KINDS = {"bodies": "body", "joints": "joint", "geoms": "geom", "sites": "site", "meshes": "mesh",
         "actuators": "actuator", "tendons": "tendon", "equalities": "equality", "sensors": "sensor",
         "keyframes": "key"}


class Item:
    """One body, joint, geom, ...: ``item.mass`` is ``model.body_mass[item.index]``."""

    __slots__ = ("_model", "kind", "index")

    def __init__(self, model: "Model", kind: str, index: int):
        self._model = model
        self.kind = kind
        self.index = index

    @property
    def name(self) -> str:
        """'' where it has none."""
        return self._model.names[self.kind][self.index]

    @property
    def label(self) -> str:
        """Its name, or one made up from where it is."""
        return self._model.label(self.kind, self.index)

    def __getattr__(self, name: str) -> Any:
        array = self._model._arrays.get(f"{self.kind}_{name}")
        if array is None:
            raise AttributeError(f"a {self.kind} has no '{name}': {', '.join(self._known())}")
        value = array[self.index]
        if self.kind in ("joint", "geom", "sensor") and name == "type":
            return {"joint": JOINT_TYPES, "geom": GEOM_TYPES, "sensor": SENSOR_TYPES}[self.kind][value]
        return value.item() if value.ndim == 0 else value

    def _known(self) -> Tuple[str, ...]:
        start = self.kind + "_"
        return tuple(n[len(start):] for n in self._model._arrays if n.startswith(start))

    def __dir__(self) -> Any:
        return [*super().__dir__(), *self._known()]

    def __repr__(self) -> str:
        return f"<{self.kind} {self.index} '{self.label}'>"


class Items(Sequence):
    """All bodies, joints, geoms, ...: by number or by name."""

    def __init__(self, model: "Model", kind: str):
        self._model = model
        self._kind = kind

    def __len__(self) -> int:
        return len(self._model.names[self._kind])

    def __getitem__(self, which: Union[int, str]) -> Item:  # type: ignore[override]
        if isinstance(which, str):
            return Item(self._model, self._kind, self._model.find(self._kind, which))
        index = range(len(self))[which]  # an IndexError, as of any sequence
        return Item(self._model, self._kind, index)

    def __iter__(self) -> Iterator[Item]:
        return (Item(self._model, self._kind, i) for i in range(len(self)))

    def __contains__(self, which: object) -> bool:
        return which in self._model.names[self._kind] if isinstance(which, str) else False

    def __repr__(self) -> str:
        return f"<{len(self)} of {self._kind}: {', '.join(i.label for i in list(self)[:8])}{', ...' if len(self) > 8 else ''}>"


class Model:
    """A model that was read. Arrays (``body_mass``, ``joint_range``, ``qpos0``, ...) are views and cannot be written.

    Sizes: nq, nv, nbody, njoint, ngeom, nsite, nactuator (nu), nkey, ...; names by kind in ``names``;
    ``bodies``, ``joints``, ``geoms``, ``sites``, ``actuators``, ``keyframes``, ... by number or name.
    """

    nq: int
    nv: int
    nbody: int
    njoint: int
    ngeom: int
    nsite: int
    nactuator: int
    nkey: int
    nsensor: int
    nsensordata: int
    ntendon: int
    nact: int
    nmocap: int
    bodies: Items
    joints: Items
    geoms: Items
    sites: Items
    meshes: Items
    actuators: Items
    tendons: Items
    equalities: Items
    sensors: Items
    keyframes: Items
    #: of the model, '' where it has none
    name: str
    #: s
    timestep: float
    #: m/s^2
    gravity: Tuple[float, float, float]
    #: what the reader passed over, and why
    notices: Tuple[str, ...]

    def __init__(self, core: Any, path: str = ""):
        self._core = core
        self.path = path
        self._arrays = {name: np.asarray(view) for name, view in core.arrays().items()}
        self.names = core.names()
        self.__dict__.update(core.sizes())
        self.__dict__.update(core.facts())
        self.__dict__.update(self._arrays)
        self.__dict__.update({many: Items(self, one) for many, one in KINDS.items()})
        self.nu = self.nactuator

    @classmethod
    def load(cls, path: Union[str, os.PathLike], *, lenient: bool = False,
             package_path: Union[str, Sequence[str], None] = None) -> "Model":
        """Reads MJCF, URDF or SDFormat from a file.

        lenient: what cannot be honoured becomes a notice instead of an error.
        package_path: folders where package:// and model:// are looked for first.
        """
        return cls(_rigor.Model.read(path, False, truth(lenient, "lenient"), _folders(package_path)), os.fspath(path))

    @classmethod
    def from_text(cls, xml: str, *, lenient: bool = False,
                  package_path: Union[str, Sequence[str], None] = None) -> "Model":
        """Reads the same from a text."""
        if not isinstance(xml, str):
            raise refuse("xml", f"must be a text, not {type(xml).__name__}")
        return cls(_rigor.Model.read(xml, True, truth(lenient, "lenient"), _folders(package_path)))

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes MJCF that loads to the same model."""
        self._core.save(path)

    def find(self, kind: str, name: str) -> int:
        """Number of a body, joint, geom, ... by its name."""
        known = self.names[choice(kind, "kind", tuple(self.names))]
        if not isinstance(name, str):
            raise refuse(kind, f"must be a name, not {type(name).__name__}")
        if name in known:
            return known.index(name)
        labels = [self.label(kind, i) for i in range(len(known))]
        if name in labels:
            return labels.index(name)
        word = {"key": "keyframe"}.get(kind, kind)
        if not known:
            raise refuse(kind, f"the model has no {word}")
        raise refuse(kind, f"the model has no {word} '{name}'", nearest(name, labels))

    def label(self, kind: str, index: int) -> str:
        """Its name, or one made up from where it is, as tables of the program have it."""
        known = self.names[choice(kind, "kind", tuple(self.names))]
        if whole(index, kind) >= len(known):
            raise refuse(kind, f"{index}: there are {len(known)}")
        name = known[index]
        if name:
            return name
        if kind == "body":
            return "world" if index == 0 else f"body{index}"
        if kind == "geom":
            body = int(self._arrays["geom_body"][index])
            return f"{self.label('body', body)}.geom{index - int(self._arrays['body_geom'][body])}"
        if kind == "sensor":
            return f"{SENSOR_TYPES[self._arrays['sensor_type'][index]]}{index}"
        return f"{kind}{index}"

    def key(self, which: Union[int, str, None]) -> int:
        """Number of a keyframe by name or number; None: -1, the reference position."""
        if which is None:
            return -1
        if isinstance(which, str):
            if which not in self.names["key"] and which.isdigit() and int(which) < self.nkey:
                return int(which)
            return self.find("key", which)
        index = whole(which, "key", -1)
        if index >= self.nkey:
            raise refuse("key", f"{which}: the model has {self.nkey} keyframes, from 0")
        return index

    def integrate(self, qpos: Any, v: Any, dt: float = 1.0) -> np.ndarray:
        """qpos moved by the velocity v for dt; quaternions stay quaternions."""
        moved = numbers(qpos, "qpos", (self.nq,)).copy()
        self._core.integrate(moved, numbers(v, "v", (self.nv,)), real(dt, "dt"))
        return moved

    def difference(self, qpos1: Any, qpos2: Any, dt: float = 1.0) -> np.ndarray:
        """The velocity that moves qpos1 to qpos2 in dt."""
        v = np.empty(self.nv)
        self._core.difference(numbers(qpos1, "qpos1", (self.nq,)), numbers(qpos2, "qpos2", (self.nq,)),
                              real(dt, "dt"), v)
        return v

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"a model has no '{name}'" + _near(name, self.__dict__))

    def __repr__(self) -> str:
        return (f"<rigor.Model '{self.name}': {self.nbody - 1} bodies, {self.njoint} joints, {self.ngeom} geoms, "
                f"{self.nactuator} actuators, nq {self.nq}, nv {self.nv}>")


def _near(name: str, known: Any) -> str:
    near = nearest(name, [k for k in known if not k.startswith("_")])
    return f"; did you mean '{near}'?" if near else ""


def _folders(package_path: Union[str, Sequence[str], None]) -> Sequence[str]:
    if package_path is None:
        return []
    folders = package_path.split(":") if isinstance(package_path, str) else package_path
    if not isinstance(folders, (list, tuple)) or not all(isinstance(one, (str, os.PathLike)) for one in folders):
        raise refuse("package_path", f"must be names of folders, not {type(package_path).__name__}")
    return [os.fspath(one) for one in folders]


def as_model(model: Union[Model, str, os.PathLike], lenient: bool = False,
             package_path: Optional[Any] = None) -> Model:
    """A model, or one that is loaded from a path."""
    if isinstance(model, Model):
        return model
    if isinstance(model, (str, bytes, os.PathLike)):
        return Model.load(model, lenient=lenient, package_path=package_path)  # type: ignore[arg-type]
    raise refuse("model", f"must be a rigor.Model or a path, not {type(model).__name__}")

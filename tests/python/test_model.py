"""Models: what was read is what the file says; nothing of it can be written."""
import gc

import numpy as np
import pytest

import rigor
from conftest import BOX, MODELS


def test_sizes_are_those_of_the_file():
    model = rigor.Model.load(MODELS / "quadruped.xml")
    assert model.nq == 19 and model.nv == 18 and model.nactuator == model.nu == 12
    assert len(model.bodies) == model.nbody == 14
    # the file's own comment: a trunk of 10 kg, four legs of 1.65 kg
    assert model.body_mass.sum() == pytest.approx(10 + 4 * 1.65, rel=1e-12)


def test_things_are_found_by_name_and_number():
    model = rigor.Model.load(MODELS / "quadruped.xml")
    knee = model.joints["fl_knee"]
    assert knee.name == "fl_knee" and knee.type == "hinge" and list(knee.axis) == [0, 1, 0]
    assert model.joints[knee.index].name == "fl_knee"
    assert model.bodies["trunk"].mass == 10
    assert model.geoms["floor"].type == "plane"
    assert model.bodies[0].label == "world"
    assert model.keyframes["stand"].index == 0 and model.keyframes["stand"].qpos.shape == (19,)
    assert [b.index for b in model.bodies] == list(range(14))
    assert "trunk" in model.bodies and "nobody" not in model.bodies
    assert model.bodies[-1].index == 13


def test_models_from_text_and_back(tmp_path):
    model = rigor.Model.from_text(BOX)
    model.save(tmp_path / "box.xml")
    again = rigor.Model.load(tmp_path / "box.xml")
    for name, array in model._arrays.items():
        assert np.array_equal(array, getattr(again, name)), name


@pytest.mark.parametrize("name", ["body_mass", "qpos0", "joint_range", "geom_rgba", "key_qpos"])
def test_arrays_cannot_be_written(name):
    model = rigor.Model.load(MODELS / "quadruped.xml")
    array = getattr(model, name)
    with pytest.raises(ValueError):
        array[...] = 1
    with pytest.raises(ValueError):
        array.flags.writeable = True


def test_an_array_outlives_its_model():
    mass = rigor.Model.load(MODELS / "quadruped.xml").body_mass
    gc.collect()
    junk = [rigor.Model.from_text(BOX) for _ in range(20)]
    assert mass.sum() == pytest.approx(16.6) and junk


@pytest.mark.parametrize("text,line,element", [
    ("<mujoco>\n<worldbody>\n<body>\n<geom type='box' size='-1 1 1'/>\n</body></worldbody></mujoco>", 4, "geom"),
    ("<mujoco>\n<worldbody>\n<body><joint type='crank'/></body></worldbody></mujoco>", 3, "joint"),
    ("<mujoco>\n<worldbody>", 2, ""),
])
def test_errors_have_file_line_element_and_reason(tmp_path, text, line, element):
    path = tmp_path / "bad.xml"
    path.write_text(text)
    with pytest.raises(rigor.BadInput) as caught:
        rigor.Model.load(path)
    error = caught.value
    assert error.file == str(path) and error.line == line and element in error.element and error.reason
    assert str(path) in str(error) and isinstance(error, ValueError)


def test_files_that_are_not_there():
    with pytest.raises(rigor.FileError) as caught:
        rigor.Model.load("/nowhere/at/all.xml")
    assert caught.value.file == "/nowhere/at/all.xml" and isinstance(caught.value, OSError)


@pytest.mark.parametrize("call", [
    lambda: rigor.Model.load(3),
    lambda: rigor.Model.load(None),
    lambda: rigor.Model.load("a\0b"),
    lambda: rigor.Model.from_text(b"<mujoco/>"),
    lambda: rigor.Model.from_text(""),
    lambda: rigor.Model.from_text("\udc80"),
    lambda: rigor.Model.from_text(BOX, package_path=[3]),
    lambda: rigor.Model.from_text(BOX).bodies["bx"],
    lambda: rigor.Model.from_text(BOX).find("boody", "box"),
    lambda: rigor.Model.from_text(BOX).keyframes["start"],
    lambda: rigor.Model.from_text(BOX).integrate([1, 2], [3]),
    lambda: rigor.Model.from_text(BOX).integrate(["a"] * 7, [0] * 6),
    lambda: rigor._rigor.Model.read("x", False, False, [None]),
])
def test_what_cannot_be_is_refused(call):
    with pytest.raises((rigor.BadInput, UnicodeEncodeError)):
        call()


def test_a_name_that_is_nearly_right_is_told():
    model = rigor.Model.load(MODELS / "quadruped.xml")
    with pytest.raises(rigor.BadInput, match="fl_knee"):
        model.joints["fl_kne"]
    with pytest.raises(AttributeError, match="body_mass"):
        model.body_masss
    with pytest.raises(AttributeError, match="mass"):
        model.bodies[1].weight
    with pytest.raises(IndexError):
        model.bodies[99]


def test_integrate_and_difference_are_inverse():
    model = rigor.Model.from_text(BOX)
    v = np.array([1, -2, 0.5, 0.3, -0.2, 0.7])
    moved = model.integrate(model.qpos0, v, 0.1)
    assert np.linalg.norm(moved[3:]) == pytest.approx(1, abs=1e-15)
    # translations are plain, and the angle of the rotation is |w| t
    assert moved[:3] == pytest.approx(model.qpos0[:3] + 0.1 * v[:3])
    assert 2 * np.arccos(moved[3]) == pytest.approx(0.1 * np.linalg.norm(v[3:]), rel=1e-6)
    assert model.difference(model.qpos0, moved, 0.1) == pytest.approx(v, abs=1e-12)


def test_types_of_the_extension_cannot_be_made_by_hand():
    for kind in ("Model", "Sim", "Problem", "Solver", "Recorder", "Table", "View"):
        with pytest.raises(TypeError):
            getattr(rigor._rigor, kind)()

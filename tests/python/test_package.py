"""The package: what help() shows, what the stubs say, what it needs."""
import glob
import inspect
import os
import pathlib
import re
import subprocess
import sys

import pytest

import rigor
import rigor.sim

FOLDER = pathlib.Path(rigor.__file__).parent


def public_things():
    for name in rigor.__all__:
        thing = getattr(rigor, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            yield name, thing
        if inspect.isclass(thing):
            for part, member in vars(thing).items():
                if not part.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
                    yield f"{name}.{part}", member


def test_everything_public_explains_itself():
    # small ones whose names say all
    clear = {"Solution.solved", "Picture.save", "Page.save"}
    missing = [name for name, thing in public_things() if not inspect.getdoc(thing) and name not in clear]
    assert not missing
    assert len(list(public_things())) > 70


def test_the_type_of_every_array_is_declared():
    declared = set(rigor.Sim.__annotations__)
    arrays = set(rigor.sim.INPUTS) | set(rigor.sim.OUTPUTS)
    assert arrays <= declared
    sim = rigor.Sim(rigor.Model.from_text(
        "<mujoco><worldbody><body><joint/><geom type='sphere' size='1'/></body></worldbody></mujoco>"))
    assert set(sim._core.arrays()) == arrays


def test_the_stub_of_the_extension_is_complete():
    stub = (FOLDER / "_rigor.pyi").read_text()
    for name in dir(rigor._rigor):
        if name.startswith("__"):
            continue
        assert re.search(rf"^(def|class) {name}\b", stub, re.M), name
        thing = getattr(rigor._rigor, name)
        if inspect.isclass(thing):
            body = stub.split(f"class {name}")[1].split("\nclass ")[0]
            for part in vars(thing):
                if not part.startswith("_"):
                    assert re.search(rf"def {part}\b", body), f"{name}.{part}"
    assert (FOLDER / "py.typed").exists()


def test_the_types_hold_together():
    if subprocess.run([sys.executable, "-c", "import mypy"], capture_output=True).returncode:
        pytest.skip("mypy is not installed")
    folder = pathlib.Path(__file__).parents[2] / "python/rigor"
    done = subprocess.run([sys.executable, "-m", "mypy", "--ignore-missing-imports", "--cache-dir=/dev/null", str(folder)],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_versions_are_one():
    header = (pathlib.Path(__file__).parents[2] / "include/rigor/base.h").read_text()
    version = ".".join(re.findall(r"#define RG_VERSION_\w+ (\d+)", header))
    assert rigor.__version__ == version


def test_only_numpy_is_needed():
    code = ("import sys\nfor name in ('scipy', 'pandas', 'gymnasium', 'matplotlib', 'IPython'): sys.modules[name] = None\n"
            "import rigor, numpy as np\n"
            "p = rigor.Problem.load(%r)\nprint(rigor.solve(p).solved, p.M.shape)\n"
            % str(pathlib.Path(__file__).parents[2] / "models/problems/crate.json"))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.startswith("True (6, 6)"), done.stdout + done.stderr


def test_symbols_of_the_library_stay_inside():
    done = subprocess.run(["nm", "-D", "--defined-only", str(FOLDER / "_rigor.abi3.so")], capture_output=True, text=True)
    names = {line.split()[-1] for line in done.stdout.splitlines()}
    assert "PyInit__rigor" in names and not {n for n in names if n.startswith("rg_")}


def test_only_the_limited_api_of_python_is_used():
    """Names that came into the stable ABI after 3.9 would not be found there."""
    later = {"PyObject_GetBuffer", "PyBuffer_Release", "PyUnicode_AsUTF8AndSize", "PyType_GetModuleState",
             "PyModule_AddObjectRef", "PyType_FromModuleAndSpec", "Py_NewRef", "PyObject_CallNoArgs",
             "PyErr_GetRaisedException", "PyObject_Vectorcall", "PyType_GetName"}
    done = subprocess.run(["nm", "-D", "--undefined-only", str(FOLDER / "_rigor.abi3.so")], capture_output=True, text=True)
    used = {line.split()[-1].split("@")[0] for line in done.stdout.splitlines()}
    assert not used & later


ALONE = """
import importlib.util, sys, types
folder, model = sys.argv[1:]
package = types.ModuleType("rigor")     # without NumPy: the extension and its errors only
package.__path__ = [folder]
sys.modules["rigor"] = package
core = importlib.import_module("rigor._rigor")
sim = core.Sim.new(core.Model.read(model, False, False, []), {"dt": 0.002})
assert sim.step(100, False) == 0 and abs(sim.time - 0.2) < 1e-12
view = sim.arrays()["qpos"]
assert view.__array_interface__["shape"] == (19,) and len(sim.report()["certificate"]) > 10
try: core.Model.read("nothing.xml", False, False, [])
except OSError as error: print("works", error.file)
"""


def other_pythons():
    places = glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python3")) + glob.glob("/usr/bin/python3.*[0-9]")
    for place in sorted(places):
        done = subprocess.run([place, "-c", "import sys; print(sys.version_info >= (3, 9))"], capture_output=True, text=True)
        if done.stdout == "True\n":
            yield place


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="other Pythons may not bear the sanitizer")
@pytest.mark.parametrize("python", other_pythons())
def test_one_binary_for_every_python(python):
    model = pathlib.Path(__file__).parents[2] / "models/quadruped.xml"
    done = subprocess.run([python, "-c", "import importlib\n" + ALONE, str(FOLDER), str(model)], capture_output=True, text=True)
    assert done.stdout == "works nothing.xml\n", done.stderr

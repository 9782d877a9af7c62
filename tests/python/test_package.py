"""The package: what help() shows, what the stubs say, what it needs."""
import inspect
import pathlib
import re
import subprocess
import sys

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
             "PyErr_GetRaisedException", "PyObject_Vectorcall", "Py_IncRef_", "PyType_GetName"}
    done = subprocess.run(["nm", "-D", "--undefined-only", str(FOLDER / "_rigor.abi3.so")], capture_output=True, text=True)
    used = {line.split()[-1].split("@")[0] for line in done.stdout.splitlines()}
    assert {n for n in used if n.startswith("_Py_No")} <= {"_Py_NoneStruct"}
    assert not used & later

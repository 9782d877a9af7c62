"""Makes the wheel: CMake builds the extension from this checkout, the rest is a zip file (PEP 517, 427 and 621's words).

The standard library is all that it needs, so pip has nothing to download. One wheel for all Python 3 from 3.9 on.
"""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent


def _version():
    text = (SOURCE / "include" / "rigor" / "base.h").read_text()
    return ".".join(re.findall(r"#define RG_VERSION_\w+ (\d+)", text))


def _tag():
    return "cp39-abi3-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def _metadata():
    return f"""Metadata-Version: 2.1
Name: rigor
Version: {_version()}
Summary: Rigid bodies with exact Coulomb friction and a certificate for every step
License: Apache-2.0
Requires-Python: >=3.9
Requires-Dist: numpy
Provides-Extra: more
Requires-Dist: scipy; extra == "more"
Requires-Dist: pandas; extra == "more"
"""


def _wheel_file():
    return f"Wheel-Version: 1.0\nGenerator: rigor\nRoot-Is-Purelib: false\nTag: {_tag()}\n"


def _info():
    return f"rigor-{_version()}.dist-info"


def _extension():
    """Builds it; $RIGOR_WHEEL_BUILD (default: build/wheel of the checkout) keeps what was compiled."""
    if not (SOURCE / "CMakeLists.txt").exists():
        raise SystemExit("rigor: the package is built from a whole checkout, whose folder python/ this is")
    if not shutil.which("cmake"):
        raise SystemExit("rigor: cmake is not installed; scripts/packages installs all that is needed on Debian")
    build = pathlib.Path(os.environ.get("RIGOR_WHEEL_BUILD", SOURCE / "build" / "wheel"))
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_FLAGS_RELEASE=-O3", "-DRIGOR_BUILD_TESTS=OFF", "-DRIGOR_BUILD_BENCH=OFF",
               "-DRIGOR_WITH_LIVE=OFF", "-DRIGOR_COMPILE_ENGINE=OFF", "-DRIGOR_WITH_PYTHON=ON", "-DRIGOR_WERROR=OFF", f"-DRIGOR_PYTHON={sys.executable}"]
    # pip takes our standard output for itself
    run = lambda *command: subprocess.run(command, check=True, stdout=sys.stderr)
    run("cmake", "-S", str(SOURCE), "-B", str(build), *options)
    run("cmake", "--build", str(build), "--target", "rigor_python", "--parallel", str(os.cpu_count() or 1))
    return build / "python" / "rigor" / "_rigor.abi3.so"


def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = pathlib.Path(metadata_directory) / _info()
    folder.mkdir()
    (folder / "METADATA").write_text(_metadata())
    (folder / "WHEEL").write_text(_wheel_file())
    return folder.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = {f"rigor/{p.name}": p.read_bytes() for p in sorted((HERE / "rigor").iterdir())
             if p.suffix in (".py", ".pyi") or p.name == "py.typed"}
    files["rigor/_rigor.abi3.so"] = _extension().read_bytes()
    files[f"{_info()}/METADATA"] = _metadata().encode()
    files[f"{_info()}/WHEEL"] = _wheel_file().encode()
    files[f"{_info()}/LICENSE"] = (SOURCE / "LICENSE").read_bytes()
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{_info()}/RECORD"] = (record + f"{_info()}/RECORD,,\n").encode()
    wheel = f"rigor-{_version()}-{_tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return wheel

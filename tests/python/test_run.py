"""Runs that are remembered: the same files as the program writes, pictures, pages, tables for others."""
import json
import re
import xml.dom.minidom

import numpy as np
import pytest

import rigor
from conftest import BOX, MODELS, program


def test_files_are_those_of_the_program(tmp_path, monkeypatch):
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir(), theirs.mkdir()
    model = MODELS / "quadruped.xml"
    files = {"csv": "m.csv", "contacts": "c.csv", "sensors": "s.csv", "save": "a.state", "svg": "p.svg",
             "dump_problem": "p.json"}
    program("run", model, "--key", "stand", "--steps", "40", "--every", "4", "--plot", "energy,contacts", "--at-step", "9",
            *(x for name, file in files.items() for x in ("--" + name.replace("_", "-"), theirs / file)))
    rigor.run(model, steps=40, key="stand", every=4, plot="energy,contacts", at_step=9,
              **{name: ours / file for name, file in files.items()})
    names = sorted(p.name for p in theirs.iterdir())
    assert names == sorted(p.name for p in ours.iterdir()) and "p-energy.svg" in names
    for name in names:
        assert (ours / name).read_text() == (theirs / name).read_text(), name


def test_a_run_that_is_resumed_continues_its_files(tmp_path):
    model = MODELS / "acc_cube.xml"
    whole = rigor.run(model, steps=60, key=0, csv=tmp_path / "whole.csv", contacts=tmp_path / "whole_c.csv")
    rigor.run(model, steps=30, key=0, csv=tmp_path / "m.csv", contacts=tmp_path / "c.csv", save=tmp_path / "a")
    rigor.run(model, steps=30, resume=tmp_path / "a", csv=tmp_path / "m.csv", contacts=tmp_path / "c.csv")
    assert (tmp_path / "m.csv").read_text() == (tmp_path / "whole.csv").read_text()
    assert (tmp_path / "c.csv").read_text() == (tmp_path / "whole_c.csv").read_text()
    assert len(whole) == 61


def test_columns_are_what_they_are_called(tmp_path):
    sim = rigor.Sim(rigor.Model.from_text(BOX))
    sim.qvel[0] = 2
    run = sim.record(0.1, csv=tmp_path / "m.csv", contacts=True)
    header = (tmp_path / "m.csv").read_text().splitlines()[0].split(",")
    assert run.columns[:len(header)] == header and len(run.columns) == len(header) + 3
    written = np.loadtxt(tmp_path / "m.csv", delimiter=",", skiprows=1)
    assert np.array_equal(run.to_numpy()[:, :len(header)], written)
    assert np.array_equal(run["qpos0"], run.qpos[:, 0]) and run.qvel.shape == (len(run), 6)
    # the box slides against 0.5 g
    assert run.qvel[-1, 0] == pytest.approx(2 - 0.5 * 9.81 * 0.1, abs=1e-9)
    assert run["friction_work"].sum() == pytest.approx(0.5 * 2 * (run.qvel[-1, 0]**2 - 4), rel=1e-6)
    assert np.all(run["certificate"] < 1e-10) and np.all(run["status"] == 0)
    assert set(run.contacts["time"]) == set(run.time[1:])
    assert run.proved and run.summary.steps == len(run) - 1


def test_pictures_and_pages(tmp_path):
    run = rigor.Sim(rigor.Model.from_text(BOX)).record(steps=20)
    for what in ("energy", "certificate", "qpos2", None):
        picture = run.plot(what)
        assert xml.dom.minidom.parseString(picture._repr_svg_()).documentElement.tagName == "svg"
    run.plot("energy", tmp_path / "e.svg")
    assert (tmp_path / "e.svg").read_text() == run.plot("energy").svg
    run.plot(None, tmp_path / "side.png")
    assert (tmp_path / "side.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    run.plot("energy").save(tmp_path / "again.svg")
    if rigor._rigor.page_missing():
        with pytest.raises(rigor.BadInput):
            run.html()
        return
    page = run.html(tmp_path / "run.html")
    assert (tmp_path / "run.html").read_text() == page.text and "</html>" in page.text
    assert not re.search(r'src="https?:', page.text)
    assert page._repr_html_().startswith("<iframe srcdoc=") and page._repr_html_() in run._repr_html_()


def test_tables_for_pandas():
    pandas = pytest.importorskip("pandas")
    run = rigor.Sim(rigor.Model.from_text(BOX)).record(steps=5, contacts=True)
    frame = run.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == run.columns and len(frame) == 6
    contacts = run.contacts_to_pandas()
    assert set(contacts["geom1"]) | set(contacts["geom2"]) == {"box", "floor"} and len(contacts) == 20
    assert contacts.groupby("time")["force_n"].sum().iloc[-1] == pytest.approx(2 * 9.81, rel=1e-6)


def test_checkpoints_on_the_way(tmp_path):
    sim = rigor.Sim(rigor.Model.from_text(BOX))
    sim.record(0.1, save=tmp_path / "a", save_every=0.03)
    other = rigor.Sim(sim.model, resume=tmp_path / "a")
    assert other.time == sim.time


def test_reports_are_dictionaries_with_attributes():
    sim = rigor.Sim(rigor.Model.from_text(BOX))
    sim.step()
    report = sim.report
    assert report.step == report["step"] == 1 and report.certificate.residual == sim.certificate.residual
    assert json.loads(json.dumps(report))["balance"]["kinetic"] == report.balance.kinetic
    with pytest.raises(AttributeError, match="there is no"):
        report.stepp
    assert "certificate" in dir(report) and "residual" in repr(report)


def test_a_run_of_nothing():
    run = rigor.Sim(rigor.Model.from_text(BOX)).record(steps=0)
    assert len(run) == 1 and run.time[0] == 0
    assert "0 steps" in repr(run)


def test_forces_on_a_body_over_time():
    """A box of 2 kg that slides: its weight, and half of it against the motion; at rest its weight alone."""
    sim = rigor.Sim(rigor.Model.from_text(BOX))
    sim.qvel[0] = 1
    run = sim.record(0.5, contacts=True)
    force = run.force("box")
    slides, rests = run.qvel[1:, 0] > 1e-3, run.qvel[1:, 0] < 1e-9
    assert slides.sum() > 50 and rests.sum() > 50
    assert force[1:][slides] == pytest.approx(np.tile([-9.81, 0, 19.62], (slides.sum(), 1)), abs=1e-6)
    assert force[1:][rests][2:] == pytest.approx(np.tile([0, 0, 19.62], (rests.sum() - 2, 1)), abs=1e-6)
    assert force[0] == pytest.approx([0, 0, 0]) and run.force(0) == pytest.approx(-force)
    for call in (lambda: run.force("bx"), lambda: run.force(9), lambda: run.force(-1), lambda: sim.record(steps=1).force(1)):
        with pytest.raises(rigor.BadInput):
            call()


def test_plots_of_anything(tmp_path):
    x = np.linspace(0, 1, 50)
    picture = rigor.plot(x, {"sine": np.sin(x), "cosine": np.cos(x)}, tmp_path / "p.svg", title="two", xlabel="t", ylabel="y")
    assert "cosine" in picture.svg and (tmp_path / "p.svg").read_text() == picture.svg
    rigor.plot(x, x, tmp_path / "p.png", log=True)
    assert (tmp_path / "p.png").read_bytes()[:4] == b"\x89PNG"
    for x, y in (([1, 2], [1]), ("x", [1]), ([1], {"a": "b"}), ([[1]], [[1]])):
        with pytest.raises(rigor.BadInput):
            rigor.plot(x, y)
    with pytest.raises(rigor.FileError):
        rigor.plot([1, 2], [1, 2], "/nowhere/at/all.svg")


def test_a_page_that_simulates(tmp_path):
    sim = rigor.Sim(rigor.Model.from_text(BOX))
    try:
        sim.record(steps=3, html=tmp_path / "live.html", live=True)
    except rigor.FileError as error:
        assert "engine" in str(error) or "page" in str(error)
        pytest.skip(str(error))
    assert 'id="rigor-simulation" type="application/octet-stream" data-begins="1"' in (tmp_path / "live.html").read_text()
    assert 'data-begins="0"' in sim.record(steps=3).html().text


def test_nothing_is_proved_without_a_step():
    run = rigor.Sim(rigor.Model.from_text(BOX)).record(steps=0)
    assert not run.proved and "no step" in run.proof and "not proved" in repr(run)

#!/usr/bin/env python3
"""Writes the small problems of this folder again: python3 generate.py.

Physical ones are A = G M^-1 G^T, c = G v_free from bodies, contact points and joints. Where the answer
is known it stands in expected.json: status, and impulse or velocity where unique.
v = 0 is the only answer wherever no motion that the contacts allow lowers the centre of mass, because
the impulses of contacts at rest can only take energy:  v' M v <= v' M v_free."""
import json
import math
import os

HERE = os.path.dirname(os.path.abspath(__file__))
G_ACCELERATION, DT = 9.81, 0.01


# vectors and matrices as lists

def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def sub(a, b):
    return [x - y for x, y in zip(a, b)]


def times(m, x):
    return [dot(row, x) for row in m]


def transpose(m):
    return [list(column) for column in zip(*m)]


def product(a, b):
    columns = transpose(b)
    return [[dot(row, column) for column in columns] for row in a]


# bodies: coordinates of all of them in one vector, 6 (or 3 in the plane) to a body

class Scene:
    def __init__(self, dim):
        self.dim, self.size = dim, 6 if dim == 3 else 3
        self.bodies, self.rows, self.contacts, self.mu, self.target = [], [], [], [], []
        self.lower, self.upper, self.row_shift = [], [], []

    def body(self, mass, inertia, position, velocity):
        """position and velocity: of the centre; velocity may hold the angular part too"""
        inertia = inertia if isinstance(inertia, list) else [inertia] * (self.size - self.dim)
        velocity = velocity + [0.0] * (self.size - len(velocity))
        self.bodies.append((mass, inertia, position, velocity))
        return len(self.bodies) - 1

    def box(self, mass, sides, position, velocity):
        x, y, z = sides
        inertia = [mass / 12 * (y * y + z * z), mass / 12 * (x * x + z * z), mass / 12 * (x * x + y * y)]
        return self.body(mass, inertia, position, velocity)

    def line(self, a, b, point, direction):
        """velocity of the point of a minus that of b (None: the ground) along a direction"""
        row = [0.0] * (self.size * len(self.bodies))
        for body, sign in ((a, 1.0), (b, -1.0)):
            if body is None:
                continue
            arm = sub(point, self.bodies[body][2])
            at = self.size * body
            row[at:at + self.dim] = [sign * x for x in direction]
            if self.dim == 3:
                row[at + 3:at + 6] = [sign * x for x in cross(arm, direction)]
            else:
                row[at + 2] = sign * (arm[0] * direction[1] - arm[1] * direction[0])
        return row

    def contact(self, a, b, point, normal, mu, target=0.0):
        if self.dim == 2:
            tangents = [[-normal[1], normal[0]]]
        else:
            helper = [1.0, 0, 0] if abs(normal[0]) < 0.9 else [0, 1.0, 0]
            t1 = sub(helper, [dot(helper, normal) * x for x in normal])
            t1 = [x / math.sqrt(dot(t1, t1)) for x in t1]
            tangents = [t1, cross(normal, t1)]
        self.contacts += [(a, b, point, d) for d in [normal] + tangents]
        self.mu.append(mu)
        self.target.append(target)

    def row(self, a, b, point, direction, lower="-inf", upper="inf", shift=0.0):
        self.rows.append((a, b, point, direction))
        self.lower.append(lower)
        self.upper.append(upper)
        self.row_shift.append(shift)

    def pin(self, a, b, point):
        for k in range(self.dim):
            self.row(a, b, point, [1.0 if j == k else 0.0 for j in range(self.dim)])

    def jacobian(self):
        return [self.line(*one) for one in self.rows + self.contacts]

    def mass(self):
        return [m for mass, inertia, _, _ in self.bodies for m in [mass] * self.dim + inertia]

    def free(self):
        return [v for body in self.bodies for v in body[3]]

    def header(self, comment):
        problem = {"format": "rigor-problem", "version": 1, "description": comment, "kind": "contact",
                   "dim": self.dim if self.mu else 0, "rows": len(self.rows), "contacts": len(self.mu)}
        return problem

    def laws(self, problem, expected):
        problem["mu"] = self.mu
        if any(self.target):
            problem["target"] = self.target
        if any(x != "-inf" for x in self.lower):
            problem["lower"] = self.lower
        if any(x != "inf" for x in self.upper):
            problem["upper"] = self.upper
        problem["expected"] = expected
        return problem

    def local(self, comment, **expected):
        G, mass = self.jacobian(), self.mass()
        scaled = [[x / m for x, m in zip(row, mass)] for row in G]
        problem = self.header(comment)
        problem["A"] = {"dense": [[dot(a, b) for b in G] for a in scaled]}
        shift = self.row_shift + [0.0] * len(self.contacts)
        problem["c"] = [v + s for v, s in zip(times(G, self.free()), shift)]
        return self.laws(problem, {"status": "solved", **expected})

    def global_form(self, comment, **expected):
        G, mass, free = self.jacobian(), self.mass(), self.free()
        n = len(mass)
        problem = self.header(comment)
        problem["M"] = {"rows": n, "columns": n, "row_start": list(range(n + 1)),
                        "column": list(range(n)), "values": mass}
        problem["G"] = {"dense": G}
        problem["f"] = [m * v for m, v in zip(mass, free)]
        problem["c"] = self.row_shift + [0.0] * len(self.contacts)
        return self.laws(problem, {"status": "solved", **expected})


def unknowns(problem):
    return problem["rows"] + problem["dim"] * problem["contacts"]


def at_rest(problem):
    problem["expected"]["velocity"] = [0.0] * unknowns(problem)
    return problem


EXPECTED = {}


def write(name, problem):
    EXPECTED[name + ".json"] = problem.pop("expected")
    lines = [f' {json.dumps(key)}: {json.dumps(value)}' for key, value in problem.items()]
    with open(os.path.join(HERE, name + ".json"), "w", encoding="ascii") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")


def plain(kind, A, c, comment, expected, **more):
    return {"format": "rigor-problem", "version": 1, "description": comment, "kind": kind, "dim": 0,
            "rows": len(c), "contacts": 0, "A": {"dense": A}, "c": c, **more, "expected": expected}


def from_solution(A, z, w):
    return sub(w, times(A, z))  # q = w - A z


# one contact

def particle(dim, velocity, mu, comment, impulse, target=0.0):
    """mass 2: r = 2 (u - c)"""
    scene = Scene(dim)
    # z (y in the plane) is up; a contact frame is (up, tangents)
    up = [0.0] * (dim - 1) + [1.0]
    scene.body(2.0, 1.0, [0.0] * dim, velocity)
    scene.contact(0, None, [0.0] * dim, up, mu, target)
    problem = scene.local(comment, impulse=impulse)
    return problem


def one_contact_modes(A, c, mu):
    """every mode of one planar contact that obeys the laws"""
    found = [[0.0, 0.0]] if c[0] >= 0 else []
    det = A[0][0] * A[1][1] - A[0][1] * A[1][0]
    stick = [-(A[1][1] * c[0] - A[0][1] * c[1]) / det, -(A[0][0] * c[1] - A[1][0] * c[0]) / det]
    if stick[0] > 0 and abs(stick[1]) <= mu * stick[0]:
        found.append(stick)
    for sign in (-1.0, 1.0):
        slope = A[0][0] + sign * mu * A[0][1]
        normal = -c[0] / slope if slope else -1.0
        slip = A[1][0] * normal + A[1][1] * sign * mu * normal + c[1]
        if normal > 0 and slip * sign < 0:
            found.append([normal, sign * mu * normal])
    return found


def rod(mu, velocity, comment):
    """a slanted rod touching the floor with one end: normal and tangent are coupled"""
    scene = Scene(2)
    angle = math.radians(60)
    scene.body(1.0, 1.0 / 12, [0.5 * math.cos(angle), 0.5 * math.sin(angle)], velocity)
    scene.contact(0, None, [0.0, 0.0], [0.0, 1.0], mu)
    problem = scene.local(comment)
    modes = one_contact_modes(problem["A"]["dense"], problem["c"], mu)
    assert len(modes) == 1, modes
    problem["expected"]["impulse"] = modes[0]
    return problem


# boxes

def corners(scene, a, b, sides, height, mu, centre=(0.0, 0.0)):
    for x in (-0.5, 0.5):
        for y in (-0.5, 0.5):
            scene.contact(a, b, [centre[0] + x * sides[0], centre[1] + y * sides[1], height], [0.0, 0.0, 1.0], mu)


def incline(factor, comment):
    """a box on a slope of tan(angle) = factor mu; x is downhill, z off the slope"""
    mu, scene = 0.4, Scene(3)
    angle = math.atan(factor * mu)
    pull = [DT * G_ACCELERATION * math.sin(angle), 0.0, -DT * G_ACCELERATION * math.cos(angle)]
    scene.box(3.0, [1.0, 1.0, 0.5], [0.0, 0.0, 0.25], pull)
    corners(scene, 0, None, [1.0, 1.0], 0.0, mu)
    slip = max(0.0, DT * G_ACCELERATION * (math.sin(angle) - mu * math.cos(angle)))
    return scene.local(comment, velocity=[0.0, slip, 0.0] * 4)


def tower(masses, comment, sparse=False):
    scene = Scene(3)
    for k, mass in enumerate(masses):
        scene.box(mass, [1.0, 1.0, 1.0], [0.0, 0.0, 0.5 + k], [0.0, 0.0, -DT * G_ACCELERATION])
    for k in range(len(masses)):
        corners(scene, k, k - 1 if k else None, [1.0, 1.0], float(k), 0.5)
    problem = at_rest(scene.local(comment))
    if sparse:
        problem["A"] = compressed(problem["A"]["dense"])
    return problem


def compressed(dense):
    start, column, values = [0], [], []
    for row in dense:
        for j, x in enumerate(row):
            if x != 0.0:
                column.append(j)
                values.append(x)
        start.append(len(column))
    return {"rows": len(dense), "columns": len(dense), "row_start": start, "column": column, "values": values}


def cube_sliding():
    scene = Scene(3)
    scene.box(2.0, [1.0, 1.0, 1.0], [0.0, 0.0, 0.5], [1.0, 0.4, -0.2, 0.0, 0.0, 2.0])
    corners(scene, 0, None, [1.0, 1.0], 0.0, 0.3)
    return scene.local("a cube that slides and spins on four points")


def spheres():
    scene = Scene(3)
    down = [0.0, 0.0, -DT * G_ACCELERATION]
    inertia = 0.4 * 0.25
    scene.body(1.0, inertia, [0.5, 0.0, 0.5], down)
    scene.body(1.0, inertia, [1.1, 0.0, 1.3], down)
    scene.contact(0, None, [0.5, 0.0, 0.0], [0.0, 0.0, 1.0], 0.3)
    scene.contact(0, None, [0.0, 0.0, 0.5], [1.0, 0.0, 0.0], 0.3)
    scene.contact(1, None, [1.6, 0.0, 1.3], [-1.0, 0.0, 0.0], 0.3)
    scene.contact(1, 0, [0.8, 0.0, 0.9], [0.6, 0.0, 0.8], 0.3)
    return at_rest(scene.local("two spheres jammed between floor and two walls"))


def wedge():
    scene = Scene(2)
    scene.body(1.5, 1.5 * 0.125, [0.0, 0.0], [0.0, -0.3])
    half = math.sqrt(0.5)
    for side in (1.0, -1.0):
        scene.contact(0, None, [-side * 0.5 * half, -0.5 * half], [side * half, half], 0.2)
    return at_rest(scene.local("a disk falling into a groove of two planes"))


# joints

def pendulum():
    scene = Scene(3)
    angle = math.radians(40)
    tip = [math.sin(angle), 0.0, -math.cos(angle)]
    centre = [0.5 * x for x in tip]
    scene.body(1.0, [1.0 / 12, 1.0 / 12, 0.01], centre, [0.0, 0.1, -0.3, 0.2, -1.0, 0.1])
    scene.pin(0, None, [0.0, 0.0, 0.0])
    scene.contact(0, None, tip, [0.0, 0.0, 1.0], 0.5)
    return scene.local("a pendulum on a ball joint, its tip touching the floor")


def chain(form, comment):
    """two linked boxes dropped on the floor: rows and contacts together"""
    scene = Scene(3)
    for k in range(2):
        scene.box(1.0 + k, [1.0, 1.0, 1.0], [1.5 * k, 0.0, 0.5], [0.6, 0.1 * k, -DT * G_ACCELERATION, 0.0, 0.3, 0.5 - k])
    scene.pin(1, 0, [0.75, 0.0, 0.5])
    for k in range(2):
        corners(scene, k, None, [1.0, 1.0], 0.0, 0.4 + 0.2 * k, (1.5 * k, 0.0))
    return getattr(scene, form)(comment)


def dry_joint():
    scene = Scene(2)
    scene.body(2.0, 1.0, [0.0, 0.0], [1.0, 0.0])
    scene.row(0, None, [0.0, 0.0], [1.0, 0.0], -0.5, 0.5)
    return scene.local("a slider with dry friction of at most 0.5: it slows from 1 to 0.75",
                       impulse=[-0.5], velocity=[0.75])


def motor():
    scene = Scene(3)
    scene.body(2.0, 1.0, [0.0, 0.0, 0.0], [0.0, 0.0, -1.0])
    scene.row(0, None, [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], -0.3, 0.3, -1.0)
    scene.contact(0, None, [0.0, 0.0, 0.0], [0.0, 0.0, 1.0], 0.5)
    return scene.local("a motor too weak to break a contact loose", impulse=[0.3, 2.0, -0.3, 0.0])


def rows_only():
    scene = Scene(3)
    scene.box(2.0, [1.0, 1.0, 1.0], [0.0, 0.0, 0.0], [1.0, 2.0, 3.0, 0.5, 0.0, 0.0])
    scene.pin(0, None, [0.5, 0.0, 0.0])
    return at_rest(scene.local("a box on a ball joint, no contact"))


# problems without a solution

def gap():
    scene = Scene(2)
    scene.body(1.0, 0.125, [0.0, 0.0], [0.1, 0.2])
    scene.contact(0, None, [-0.5, 0.0], [1.0, 0.0], 0.3, 0.2)
    scene.contact(0, None, [0.5, 0.0], [-1.0, 0.0], 0.3, 0.2)
    problem = scene.local("a disk larger than the gap between two walls: u_1 + u_2 = 0 < 0.4")
    problem["expected"] = {"status": "no solution"}
    return problem


def closed_twice():
    scene = Scene(2)
    scene.body(1.0, 1.0, [0.0, 0.0], [0.4, -0.5])
    scene.row(0, None, [0.0, 0.0], [1.0, 0.0])
    scene.row(0, None, [0.0, 0.0], [1.0, 0.0], shift=0.3)
    scene.contact(0, None, [0.0, 0.0], [0.0, 1.0], 0.5)
    problem = scene.local("the same row twice with two different speeds")
    problem["expected"] = {"status": "no solution"}
    return problem


# LCP and MLCP

P4 = [[4.0, -1.0, 0.5, 0.0], [1.0, 3.0, -1.0, 0.5], [-0.5, 1.0, 5.0, -1.0], [0.0, -0.5, 1.0, 2.0]]


def lcps():
    write("lcp_p_matrix", plain("lcp", P4, from_solution(P4, [1, 0, 2, 0], [0, 1, 0, 3]), "a P-matrix",
                                {"status": "solved", "impulse": [1.0, 0.0, 2.0, 0.0]}))
    D = [[2.0, 1.0, 0.0], [1.0, 2.0, 1.0], [0.0, 1.0, 2.0]]
    write("lcp_degenerate", plain("lcp", D, from_solution(D, [1, 0, 0], [0, 0, 2]),
                                  "the second pair is 0 and 0", {"status": "solved", "impulse": [1.0, 0.0, 0.0]}))
    write("lcp_semidefinite", plain("lcp", [[1.0, 1.0], [1.0, 1.0]], [-1.0, -1.0], "rank one, a line of solutions",
                                    {"status": "solved", "velocity": [0.0, 0.0]}))
    write("lcp_infeasible", plain("lcp", [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], [-1.0, -1.0, 1.0],
                                  "w_2 = -z_1 - 1 < 0", {"status": "no solution"}))
    A = [[6.0 if i == j else 1.0 / (1 + abs(i - j)) for j in range(6)] for i in range(6)]
    z, w = [-2.0, 0.0, -1.0, -1.0, 0.25, 0.5], [0.0, 2.0, 0.0, 3.0, 0.0, -1.5]
    write("mlcp_bounds", plain("mlcp", A, from_solution(A, z, w), "free, lower, upper, box twice, fixed",
                               {"status": "solved", "impulse": z},
                               lower=["-inf", 0.0, "-inf", -1.0, -1.0, 0.5],
                               upper=["inf", "inf", 0.0, 1.0, 1.0, 0.5]))


# Siconos text

def text_dense(m, columns=None):
    rows, columns = len(m), columns if columns is not None else len(m[0])
    values = [m[i][j] for j in range(columns) for i in range(rows)]
    return f"0 {rows} {columns}\n{rows} {columns}\n" + text_vector(values)


def text_blocks(m, size):
    n = len(m) // size
    filled = [[j for j in range(n) if any(m[size * i + a][size * j + b] for a in range(size) for b in range(size))]
              for i in range(n)]
    ends, starts, total = [size * (i + 1) for i in range(n)], [0], 0
    for row in filled:
        total += len(row)
        starts.append(total)
    lines = [f"1 {len(m)} {len(m)}", str(total), f"{n} {n}", ints(ends), ints(ends), f"{n + 1} {total}", ints(starts),
             ints([j for row in filled for j in row])]
    k = 0
    for i, row in enumerate(filled):
        for j in row:
            values = [m[size * i + a][size * j + b] for b in range(size) for a in range(size)]
            lines.append(f"{k}\n" + text_vector(values).rstrip())
            k += 1
    return "\n".join(lines) + "\n"


def text_triplets(m):
    entries = [(i, j, x) for i, row in enumerate(m) for j, x in enumerate(row) if x != 0.0]
    head = f"2 {len(m)} {len(m[0])}\n1\nCSparse Version\n"
    head += f"triplet: {len(m)}-by-{len(m[0])}, nzmax: {len(entries)} nnz: {len(entries)}\n"
    return head + "".join(f"    {i} {j} : {x!r}\n" for i, j, x in entries)


def ints(values):
    return " ".join(str(x) for x in values)


def text_vector(values):
    return " ".join(repr(float(x)) for x in values) + "\n"


def write_text(name, expected, *parts):
    EXPECTED[name + ".dat"] = expected
    with open(os.path.join(HERE, name + ".dat"), "w", encoding="ascii") as file:
        file.write("".join(parts))


def siconos():
    cube, groove = cube_sliding(), wedge()
    write_text("cube_sliding_blocks", cube["expected"], "3\n4\n", text_blocks(cube["A"]["dense"], 3), text_vector(cube["c"]),
               text_vector(cube["mu"]))
    write_text("wedge_dense", groove["expected"], "2\n2\n", text_dense(groove["A"]["dense"]), text_vector(groove["c"]),
               text_vector(groove["mu"]))
    write_text("wedge_triplets", groove["expected"], "2\n2\n", text_triplets(groove["A"]["dense"]), text_vector(groove["c"]),
               text_vector(groove["mu"]))
    write_text("lcp_p_matrix", {"status": "solved", "impulse": [1.0, 0.0, 2.0, 0.0]}, "4\n", text_dense(P4),
               text_vector(from_solution(P4, [1, 0, 2, 0], [0, 1, 0, 3])))
    write_mlcp()

    # global: M v = H r + q, u = H' v + b
    scene = Scene(3)
    scene.box(2.0, [1.0, 1.0, 1.0], [0.0, 0.0, 0.5], [0.3, 0.0, -0.2])
    corners(scene, 0, None, [1.0, 1.0], 0.0, 0.3)
    mass, G = scene.mass(), scene.jacobian()
    M = [[m if i == j else 0.0 for j in range(6)] for i, m in enumerate(mass)]
    force = [m * v for m, v in zip(mass, scene.free())]
    write_text("cube_global", {"status": "solved"}, "3\n4\n", text_dense(M), text_dense(transpose(G)), text_vector(force),
               text_vector([0.0] * 12), text_vector(scene.mu))


def write_mlcp():
    """two equalities, two complementarities, with known solution"""
    z, w = [1.0, -1.0, 2.0, 0.0], [0.0, 0.0, 0.0, 1.5]
    q = from_solution(P4, z, w)
    part = [[P4[i][j] for i in rows for j in columns] for rows, columns in
            (((0, 1), (0, 1)), ((2, 3), (2, 3)), ((0, 1), (2, 3)), ((2, 3), (0, 1)))]
    write_text("mlcp_free", {"status": "solved", "impulse": z}, "1 1\n2 2\n0 2 4\n0 1\n", text_dense(P4), text_vector(q),
               *[text_vector(x) for x in part], text_vector(q[:2]), text_vector(q[2:]))


def one_contacts():
    write("plane_break", particle(2, [0.4, 0.3], 0.5, "moving away", [0.0, 0.0]))
    write("plane_stick", particle(2, [0.2, -1.0], 0.5, "stops", [2.0, 0.4]))
    write("plane_slip", particle(2, [2.0, -1.0], 0.5, "slides", [2.0, 1.0]))
    write("space_break", particle(3, [0.1, 0.2, 0.3], 0.5, "moving away", [0.0, 0.0, 0.0]))
    write("space_stick", particle(3, [0.1, -0.2, -1.0], 0.5, "stops", [2.0, -0.2, 0.4]))
    write("space_slip", particle(3, [1.2, -1.6, -1.0], 0.5, "slides", [2.0, -0.6, 0.8]))
    write("frictionless", particle(3, [1.2, -1.6, -1.0], 0.0, "mu = 0", [2.0, 0.0, 0.0]))
    write("frictionless_break", particle(3, [0.0, 0.0, 0.3], 0.0, "mu = 0, moving away without slip", [0.0, 0.0, 0.0]))
    write("mu_two", particle(3, [1.2, -1.6, -1.0], 2.0, "mu = 2 stops what slides with 0.5", [2.0, -2.4, 3.2]))
    write("target", particle(3, [0.1, -0.2, -1.0], 0.5, "bounces with 0.7", [3.4, -0.2, 0.4], 0.7))
    write("still", particle(3, [0.0, 0.0, 0.0], 0.5, "c = 0", [0.0, 0.0, 0.0]))
    write("rod_slip", rod(0.3, [-2.0, -0.2], "a slanted rod that slides"))
    write("rod_steep_cone", rod(2.0, [-1.5, 0.0, 0.3], "a slanted rod pulled against a steep cone"))


def main():
    one_contacts()
    write("incline_inside", incline(1 - 1e-6, "a box on a slope a millionth inside its cone: at rest"))
    write("incline_outside", incline(1 + 1e-3, "a box on a slope a thousandth outside its cone"))
    write("cube_table", tower([2.0], "a cube on four points: more contacts than freedoms"))
    write("cube_sliding", cube_sliding())
    write("tower", tower([1.0, 1.0, 1.0], "three boxes", sparse=True))
    write("tower_heavy", tower([1.0, 1e3, 1e6], "a heavy box on a light one, mass ratio 1e6"))
    write("spheres_jammed", spheres())
    write("wedge", wedge())
    write("pendulum_floor", pendulum())
    write("chain", chain("local", "two linked boxes on the floor"))
    write("chain_global", chain("global_form", "two linked boxes on the floor, M and G"))
    write("joint_friction", dry_joint())
    write("motor_limit", motor())
    write("rows_only", rows_only())
    write("empty", {**plain("contact", [], [], "nothing at all", {"status": "solved"}), "mu": []})
    write("gap_too_small", gap())
    write("rows_inconsistent", closed_twice())
    skewed = cube_sliding()
    A = skewed["A"]["dense"]
    for i, row in enumerate(A):
        for j in range(i):
            row[j] *= 1 + 1e-4
    skewed["description"] = "the sliding cube, A asymmetric by 1e-4"
    write("asymmetric", skewed)
    lcps()
    siconos()
    lines = [f' {json.dumps(name)}: {json.dumps(EXPECTED[name])}' for name in sorted(EXPECTED)]
    with open(os.path.join(HERE, "expected.json"), "w", encoding="ascii") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()

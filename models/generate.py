#!/usr/bin/env python3
# Writes the benchmark MJCF files beside itself. Deterministic (fixed seeds).
import math, random, os
out = os.path.dirname(os.path.abspath(__file__))
os.makedirs(out, exist_ok=True)
def w(name, s):
    open(os.path.join(out, name), "w").write(s)

# (b) 12-link pendulum -----------------------------------------------------
# Base hinge at (0,0,10). Straight chain, 12 links of 1 m, at pi/4 from the
# vertical on the -x side, rotating at 1 rad/s towards +x. Floor z=0.
# Wall: plane x=+4 (4 m right of the hanging tip).
# Restitution 0.7. The papers leave open where the masses sit on the links: `at` 1 is the link's end, 0.5 its middle.
def pend(joint, wallx, side=-1, at=1, name=""):
    n = 12
    b = []
    for i in range(n):
        ind = "  " * (i + 2)
        pos = "0 0 10" if i == 0 else "0 0 -1"
        # rotate about y: link direction (0,0,-1) -> (-sin a,0,-cos a) for angle +a about +y
        q = ""
        if i == 0:
            a = math.pi / 4 * (1 if side < 0 else -1)
            q = ' quat="%.17g 0 %.17g 0"' % (math.cos(a / 2), math.sin(a / 2))
        jn = '<joint type="ball"/>' if joint == "ball" else '<joint type="hinge" axis="0 1 0"/>'
        b.append('%s<body name="b%d" pos="%s"%s>%s<geom type="sphere" size="0.25" pos="0 0 -%g" mass="1"/>' % (ind, i + 1, pos, q, jn, at))
    for i in reversed(range(n)):
        b.append("  " * (i + 2) + "</body>")
    # rotation about -y moves the tip from -x towards +x
    w0 = -1.0
    if joint == "ball":
        qvel = "0 %g 0 " % w0 + "0 0 0 " * (n - 1)
    else:
        qvel = "%g " % w0 + "0 " * (n - 1)
    return '''<mujoco model="pend12_%s">
  <!-- Mylapilli & Jain 2017, sec. 6.2: pivot 10 m over the floor, links of 1 m, spheres of 1 kg and 0.25 m, mu 0.5, e 0.7 -->
  <option timestep="0.001" gravity="0 0 -9.81"/>
  <size memory="50M"/>
  <default><geom friction="0.5 0 0" condim="3"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="50 50 1"/>
    <geom name="wall" type="plane" pos="%g 0 0" zaxis="-1 0 0" size="50 50 1"/>
%s
  </worldbody>
  <custom><numeric name="rigor.restitution" data="0.7"/></custom>
  <keyframe><key name="init" qvel="%s"/></keyframe>
</mujoco>
''' % (joint + name, wallx, "\n".join(b), qvel.strip())
w("pend12_pin.xml", pend("pin", 4))
w("pend12_ball.xml", pend("ball", 4))
w("pend12_pin_mid.xml", pend("pin", 4, at=0.5, name="_mid"))
# literal reading: chain at +pi/4 on the +x side, tip x=8.485, wall x=12.485 (never reached: reach is 12.25)
w("pend12_pin_wallfar.xml", pend("pin", 12 * math.sin(math.pi / 4) + 4, side=+1))
w("pend12_ball_wallfar.xml", pend("ball", 12 * math.sin(math.pi / 4) + 4, side=+1))

# (c) 100 boxes ------------------------------------------------------------
def rquat(r):
    q = [r.gauss(0, 1) for _ in range(4)]
    n = math.sqrt(sum(x * x for x in q))
    return " ".join("%.9f" % (x / n) for x in q)
def boxes_pile():
    r = random.Random(1)
    s = []
    for k in range(4):
        for j in range(5):
            for i in range(5):
                x, y, z = (i - 2) * 0.36, (j - 2) * 0.36, 0.5 + k * 0.36
                x += r.uniform(-.02, .02); y += r.uniform(-.02, .02)
                s.append('    <body pos="%.6f %.6f %.6f" quat="%s"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="1"/></body>' % (x, y, z, rquat(r)))
    return '''<mujoco model="box_pile100">
  <option timestep="0.002" gravity="0 0 -9.81"/>
  <size memory="500M"/>
  <default><geom friction="0.5 0 0" condim="3"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="20 20 1"/>
%s
  </worldbody>
</mujoco>
''' % "\n".join(s)
w("box_pile100.xml", boxes_pile())
def boxes_wall():
    # brick wall: 10 rows of 10 boxes 0.4x0.2x0.2, running bond, dropped with a 1 mm gap per row
    s = []
    for k in range(10):
        for i in range(10):
            x = i * 0.402 + (0.201 if k % 2 else 0.0) - 2.0
            z = 0.1 + k * 0.2 + 0.001 * (k + 1)
            s.append('    <body pos="%.6f 0 %.6f"><freejoint/><geom type="box" size="0.2 0.1 0.1" mass="1"/></body>' % (x, z))
    return '''<mujoco model="box_wall100">
  <option timestep="0.002" gravity="0 0 -9.81"/>
  <size memory="500M"/>
  <default><geom friction="0.5 0 0" condim="3"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="20 20 1"/>
%s
  </worldbody>
</mujoco>
''' % "\n".join(s)
w("box_wall100.xml", boxes_wall())
def boxes_tower():
    # 10 towers of 10 cubes (0.2 m), 1 mm drop gap per layer
    s = []
    for c in range(10):
        for k in range(10):
            s.append('    <body pos="%.6f 0 %.6f"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="1"/></body>' % ((c - 4.5) * 0.5, 0.1 + k * 0.2 + 0.001 * (k + 1)))
    return '''<mujoco model="box_tower100">
  <option timestep="0.002" gravity="0 0 -9.81"/>
  <size memory="500M"/>
  <default><geom friction="0.5 0 0" condim="3"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="20 20 1"/>
%s
  </worldbody>
</mujoco>
''' % "\n".join(s)
w("box_tower100.xml", boxes_tower())

# (d) 1000 spheres in a 1.1 x 1.1 m container --------------------------------
def spheres(n=10):
    r = random.Random(2)
    s = []
    for k in range(n):
        for j in range(n):
            for i in range(n):
                x = (i - (n - 1) / 2) * 0.108 + r.uniform(-.003, .003)
                y = (j - (n - 1) / 2) * 0.108 + r.uniform(-.003, .003)
                z = 0.1 + k * 0.108 + r.uniform(-.003, .003)
                s.append('    <body pos="%.6f %.6f %.6f"><freejoint/><geom type="sphere" size="0.05" mass="1"/></body>' % (x, y, z))
    h = 0.55
    return '''<mujoco model="spheres1000">
  <option timestep="0.002" gravity="0 0 -9.81"/>
  <size memory="2G"/>
  <default><geom friction="0.5 0 0" condim="3"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 1"/>
    <geom name="wx0" type="plane" pos="-%g 0 0" zaxis="1 0 0" size="5 5 1"/>
    <geom name="wx1" type="plane" pos="%g 0 0" zaxis="-1 0 0" size="5 5 1"/>
    <geom name="wy0" type="plane" pos="0 -%g 0" zaxis="0 1 0" size="5 5 1"/>
    <geom name="wy1" type="plane" pos="0 %g 0" zaxis="0 -1 0" size="5 5 1"/>
%s
  </worldbody>
</mujoco>
''' % (h, h, h, h, "\n".join(s))
w("spheres1000.xml", spheres())

# accuracy models -----------------------------------------------------------
w("acc_sphere.xml", '''<mujoco model="acc_sphere">
  <option timestep="0.001" gravity="0 0 -9.81"/>
  <default><geom friction="0.2 0 0" condim="3"/></default>
  <worldbody>
    <geom type="plane" size="50 50 1"/>
    <body pos="0 0 1"><freejoint/><geom type="sphere" size="1" mass="1"/></body>
  </worldbody>
  <keyframe><key name="slide" qvel="2 0 0 0 0 0"/></keyframe>
</mujoco>
''')
w("acc_cube.xml", '''<mujoco model="acc_cube">
  <!-- Peiret et al., sec. 5: mass 1 kg, edge 1 m, mu 1 (0.5 by option); it starts at 5 m/s with a turn a second -->
  <option timestep="0.001" gravity="0 0 -9.81"/>
  <default><geom friction="1 0 0" condim="3"/></default>
  <worldbody>
    <geom type="plane" size="50 50 1"/>
    <body pos="0 0 0.5"><freejoint/><geom type="box" size="0.5 0.5 0.5" mass="1"/></body>
  </worldbody>
  <keyframe><key name="spin" qvel="0 5 0 0 0 %.17g"/></keyframe>
</mujoco>
''' % (2 * math.pi))
w("acc_bounce.xml", '''<mujoco model="acc_bounce">
  <option timestep="0.001" gravity="0 0 -9.81"/>
  <default><geom friction="0 0 0" condim="1"/></default>
  <worldbody>
    <geom type="plane" size="50 50 1"/>
    <body pos="0 0 1.1"><freejoint/><geom type="sphere" size="0.1" mass="1"/></body>
  </worldbody>
</mujoco>
''')

# mechanisms with closed loops: a tree of joints, the last joint of each loop is a <connect> --------
link = '<geom class="link" fromto="0 0 0 %s"/>'
mechanism = '''<mujoco model="%s">
  <!-- %s -->
  <option timestep="0.001" gravity="0 0 -9.81"/>
  <default>
    <default class="link"><geom type="capsule" size="0.02" density="1000" contype="0" conaffinity="0"/></default>
  </default>
  <worldbody>
%s
  </worldbody>
  <equality>
%s
  </equality>
  <actuator>
%s
  </actuator>
%s</mujoco>
'''
# four-bar linkage in the x-z plane: ground 0.8, crank 0.3, coupler 1.0, rocker 0.9 (Grashof: the crank turns fully)
w("four_bar.xml", mechanism % ("four_bar", "crank-rocker: ground 0.8 m, crank 0.3 m, coupler 1 m, rocker 0.9 m", '''\
    <body name="crank">
      <joint name="crank" axis="0 1 0"/>
      %s
      <body name="coupler" pos="0 0 0.3">
        <joint name="coupler" axis="0 1 0"/>
        %s
      </body>
    </body>
    <body name="rocker" pos="0.8 0 0">
      <joint name="rocker" axis="0 1 0"/>
      %s
    </body>''' % (link % "0 0 0.3", link % "0.8 0 0.6", link % "0 0 0.9"),
'    <connect name="pin" body1="coupler" body2="rocker" anchor="0.8 0 0.6"/>',
'    <motor name="crank" joint="crank" ctrllimited="true" ctrlrange="-10 10"/>', ""))
# slider-crank in the x-z plane: crank 0.3, rod 0.5, slider on the x axis at sqrt(0.5^2 - 0.3^2) = 0.4
w("slider_crank.xml", mechanism % ("slider_crank", "crank 0.3 m, rod 0.5 m, slider on the x axis", '''\
    <body name="crank">
      <joint name="crank" axis="0 1 0"/>
      %s
      <body name="rod" pos="0 0 0.3">
        <joint name="rod" axis="0 1 0"/>
        %s
      </body>
    </body>
    <body name="slider" pos="0.4 0 0">
      <joint name="slider" type="slide" axis="1 0 0"/>
      <geom type="box" size="0.05 0.05 0.05" mass="1" contype="0" conaffinity="0"/>
    </body>''' % (link % "0 0 0.3", link % "0.4 0 -0.3"),
'    <connect name="pin" body1="rod" body2="slider" anchor="0.4 0 -0.3"/>',
'    <motor name="crank" joint="crank" ctrllimited="true" ctrlrange="-10 10"/>', ""))
# Stewart platform: six legs with a universal joint at the base, a slide, and a ball joint (the <connect>) at the top
def stewart(base_radius=1.0, top_radius=0.6, height=1.0):
    legs, loops, motors = [], [], []
    for i in range(6):
        pair, side = i // 2, 1 if i % 2 else -1
        at = lambda r, centre, spread, z: (r * math.cos(centre + side * spread), r * math.sin(centre + side * spread), z)
        base = at(base_radius, 2 * math.pi / 3 * pair, math.radians(15), 0.0)
        top = at(top_radius, 2 * math.pi / 3 * pair, math.radians(45), height)
        d = [t - b for t, b in zip(top, base)]
        n = math.sqrt(sum(x * x for x in d))
        numbers = lambda v: " ".join("%.17g" % x for x in v)
        legs.append('''    <body name="cylinder%d" pos="%s" zaxis="%s">
      <joint axis="1 0 0"/><joint axis="0 1 0"/>
      <geom class="link" fromto="0 0 0 0 0 %.17g"/>
      <body name="rod%d" pos="0 0 %.17g">
        <joint name="leg%d" type="slide" axis="0 0 1" damping="500"/>
        <geom class="link" size="0.012" fromto="0 0 0 0 0 %.17g"/>
      </body>
    </body>''' % (i, numbers(base), numbers(d), n / 2, i, n / 2, i, n / 2))
        loops.append('    <connect name="ball%d" body1="rod%d" body2="platform" anchor="0 0 %.17g"/>' % (i, i, n / 2))
        motors.append('    <position name="leg%d" joint="leg%d" kp="20000" ctrllimited="true" ctrlrange="-0.2 0.2"/>' % (i, i))
    platform = '''    <body name="platform" pos="0 0 %.17g">
      <freejoint name="platform"/>
      <geom name="platform" type="cylinder" size="%.17g 0.03" mass="20" contype="0" conaffinity="0"/>
    </body>''' % (height, top_radius)
    return mechanism % ("stewart_platform", "base radius 1 m, platform radius 0.6 m, height 1 m; 24 velocities, 18 closure equations",
                        "\n".join([platform] + legs), "\n".join(loops), "\n".join(motors), "")
w("stewart_platform.xml", stewart())

# scenes of the physics tests -----------------------------------------------------------------------
def numbers(v):
    return " ".join("%.17g" % x for x in v)
def turn(angle, axis):  # quaternion
    return numbers([math.cos(angle / 2)] + [a * math.sin(angle / 2) for a in axis])
def scene(name, about, world, friction, gravity="0 0 -9.81", timestep="0.001", rest=""):
    w(name + ".xml", '''<mujoco model="%s">
  <!-- %s -->
  <option timestep="%s" gravity="%s"/>
  <default><geom friction="%s 0 0" condim="3"/></default>
  <worldbody>
%s
  </worldbody>
%s</mujoco>
''' % (name, about, timestep, gravity, friction, world.rstrip("\n"), rest))
floor = '    <geom name="floor" type="plane" size="50 50 1"/>\n'
def free_box(name, pos, half, mass, more=""):
    return '    <body name="%s" pos="%s"%s><freejoint/><geom name="%s" type="box" size="%s" mass="%g"/></body>\n' % (
        name, numbers(pos), more, name, numbers(half), mass)
def keys(*key):
    return "  <keyframe>\n" + "".join('    <key name="%s" %s/>\n' % (n, " ".join('%s="%s"' % (k, numbers(v)) for k, v in at.items()))
                                      for n, at in key) + "  </keyframe>\n"
def settings(**value):  # names with : and . as they are
    return "  <custom>\n" + "".join(
        '    <%s name="rigor.%s" data="%s"/>\n' % (("text", k, v) if isinstance(v, str) else ("numeric", k, numbers(v)))
        for k, v in value.items()) + "  </custom>\n"

# a box on a slope: it rests up to atan(0.5) = 26.565 degrees
for degrees in ("25", "26.5", "26.6"):
    a = math.radians(float(degrees))
    q = turn(a, (0, 1, 0))
    scene("incline_" + degrees.replace(".", "_"), "slope of %s degrees down +x, box of 0.2 m, 1 kg, mu 0.5" % degrees,
          '    <geom name="slope" type="plane" size="50 50 1" quat="%s"/>\n' % q
          + free_box("box", (0.1 * math.sin(a), 0, 0.1 * math.cos(a)), (0.1, 0.1, 0.1), 1, ' quat="%s"' % q), "0.5")
# a block thrown along the floor in 16 directions
scene("thrown_block", "block of 0.4 x 0.4 x 0.2 m, 1 kg, mu 0.5, thrown at 5 m/s in 16 directions",
      floor + free_box("block", (0, 0, 0.1), (0.2, 0.2, 0.1), 1), "0.5",
      rest=keys(*[("%g" % (22.5 * k), {"qvel": (5 * math.cos(math.pi / 8 * k), 5 * math.sin(math.pi / 8 * k), 0, 0, 0, 0)})
                  for k in range(16)]))
# stacks
scene("stack10", "ten cubes of 0.2 m, 1 kg, mu 0.5, on each other",
      floor + "".join(free_box("cube%d" % k, (0, 0, 0.1 + 0.2 * k), (0.1, 0.1, 0.1), 1) for k in range(10)), "0.5")
scene("heavy_on_light", "1000 kg on 1 g on the floor, mu 0.5",
      floor + free_box("light", (0, 0, 0.1), (0.1, 0.1, 0.1), 1e-3) + free_box("heavy", (0, 0, 0.7), (0.5, 0.5, 0.5), 1e3), "0.5")
scene("ball_stack", "Todorov: five balls of 0.1 m, 1 kg, on each other, at 1 m/s towards the floor; mu 0.5",
      floor + "".join('    <body name="ball%d" pos="0 0 %g"><freejoint/><geom type="sphere" size="0.1" mass="1"/></body>\n' % (k, 0.1 + 0.2 * k)
                      for k in range(5)), "0.5", rest=keys(("falling", {"qvel": (0, 0, -1, 0, 0, 0) * 5})))
# five balls in a row, each hanging from its own hinge; the first one swings in at 1 m/s
scene("cradle", "five balls of 0.05 m, 1 kg, 1 m under their hinges, side by side; without friction, e 1",
      "".join('    <body name="ball%d" pos="%g 0 1"><joint name="hinge%d" axis="0 1 0"/><geom type="sphere" size="0.05" pos="0 0 -1" mass="1"/></body>\n'
              % (k, 0.1 * k, k) for k in range(5)), "0",
      rest=settings(restitution=(1,)) + keys(("swing", {"qvel": (-1, 0, 0, 0, 0)})))
# a slender block that rocks from edge to edge; tilted by 0.1 rad about its edge
def rocking(b=0.1, h=0.5, tilt=0.1):
    c, s = math.cos(tilt), math.sin(tilt)
    # the edge (b, -h) of the block stays at (b, 0); turned about +y by tilt
    pos = (b - (c * b - s * h), 0, s * b + c * h)
    return keys(("tilted", {"qpos": pos + (math.cos(tilt / 2), 0, math.sin(tilt / 2), 0)}))
scene("rocking_block", "block of 0.2 x 0.2 x 1 m, 10 kg, mu 1; the key tilts it about its edge at x = 0.1",
      floor + free_box("block", (0, 0, 0.5), (0.1, 0.1, 0.5), 10), "1", rest=rocking())
# free rigid body with three different moments: turning about the middle axis it flips again and again
scene("dzhanibekov", "Dzhanibekov: moments 1, 2, 3 kg m^2, no gravity, no contact; turns about its middle axis at 5 rad/s",
      '    <body name="handle" pos="0 0 0"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 2 3"/>'
      '<geom type="box" size="0.3 0.2 0.1" mass="1" contype="0" conaffinity="0"/></body>\n', "0", gravity="0 0 0",
      rest=keys(("spin", {"qvel": (0, 0, 0, 0.01, 5, 0)})))
# a ball whose centre of mass lies under its centre; spun fast it turns over and its centre of mass climbs
def tippe(radius=0.02, mass=0.02, offset=0.003, tilt=0.1, spin=200.0):
    moment = 0.4 * mass * radius ** 2
    body = ('    <body name="top" pos="0 0 %g"><freejoint/><inertial pos="0 0 %g" mass="%g" diaginertia="%.9g %.9g %.9g"/>'
            '<geom name="top" type="sphere" size="%g"/></body>\n' % (radius, -offset, mass, moment, moment, moment, radius))
    up = (0, 0, radius)
    spinning = (0, 0, 0, -spin * math.sin(tilt), 0, spin * math.cos(tilt))  # about the world's z, in the body's frame
    # the body frame sits at the ball's centre, which is at rest; the centre of mass goes round it
    at = {"qpos": up + (math.cos(tilt / 2), 0, math.sin(tilt / 2), 0), "qvel": spinning}
    scene("tippe_top", "ball of 2 cm, 20 g, centre of mass 3 mm under its centre, moments of a solid ball, mu 0.3; 200 rad/s about z, tilted by 0.1 rad",
          floor + body, "0.3", rest=keys(("spin", at)))
tippe()
# Kane & Levinson 1982: ellipsoid of 20, 3, 2 cm, centre of mass 1 cm under its centre, axes of inertia not those of the shape
def rattleback():
    body = ('    <body name="stone" pos="0 0 0.02"><freejoint/><inertial pos="0 0 -0.01" mass="1" fullinertia="2e-4 1.6e-3 1.7e-3 -2e-5 0 0"/>'
            '<geom name="stone" type="ellipsoid" size="0.2 0.03 0.02"/></body>\n')
    scene("rattleback", "Kane and Levinson's stone, 1 kg, mu 1: one way it spins on, the other way it rattles and turns back", floor + body, "1",
          rest=keys(("turns_back", {"qvel": (0, 0, 0, 0, 0.05, -5)}), ("spins_on", {"qvel": (0, 0, 0, 0, 0.05, 5)})))
rattleback()
# a rod that slides on its tip with mu above 4/3: no force keeps it sliding, an impulse stops the tip at once
def painleve(length=1.0, mu=2.0):
    # body frame at the middle, tip at -z; leaning so that tan(angle over the floor) = 2
    lean = math.pi / 2 - math.atan(2)
    half = length / 2
    pos = (half * math.sin(lean), 0, half * math.cos(lean))
    rod = ('    <body name="rod" pos="%s" quat="%s"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="%.17g %.17g 1e-3"/>\n'
           '      <geom name="tip" type="sphere" size="1e-3" pos="0 0 %.17g"/>\n'
           '      <geom name="rod" type="capsule" size="1e-3" fromto="0 0 %.17g 0 0 %.17g" contype="0" conaffinity="0"/></body>\n'
           % (numbers((pos[0], 0, pos[2] + 1e-3)), turn(lean, (0, 1, 0)), length ** 2 / 12, length ** 2 / 12, -half, -half, half))
    scene("painleve_rod", "uniform rod of 1 m, 1 kg, on a tip of 1 mm, tan(angle over the floor) = 2; critical mu 4/3",
          floor + rod, "%g" % mu, rest=keys(("paradox", {"qvel": (-1, 0, 0, 0, 0, 0)}), ("trailing", {"qvel": (1, 0, 0, 0, 0, 0)})))
painleve()
# a box laid on a belt
scene("conveyor", "belt at 1 m/s along x, box of 0.2 m, 1 kg, mu 0.5, laid on it at rest",
      '    <geom name="belt" type="box" pos="0 0 -0.05" size="5 0.5 0.05"/>\n' + free_box("box", (-1, 0, 0.1), (0.1, 0.1, 0.1), 1), "0.5",
      rest=settings(**{"surface:belt": (1, 0, 0)}))
# Trinkle's notes, pages 3 and 10 to 12: a particle of 1 kg falls on a wall that rises at 0.5 m/s; g = 1, step 1 s
scene("moving_wall", "Trinkle's notes, pages 10-12: particle 1 m over a wall that rises at 0.5 m/s, g 1 m/s^2, step 1 s",
      '    <body name="wall"><joint name="wall" type="slide" axis="0 0 1"/><geom type="box" pos="0 0 -0.5" size="2 2 0.5" mass="1"/></body>\n'
      '    <body name="particle" pos="0 0 1.1"><joint name="particle" type="slide" axis="0 0 1"/><geom type="sphere" size="0.1" mass="1"/></body>\n',
      "0", gravity="0 0 -1", timestep="1",
      rest=settings(**{"drive:wall": (0.5,)}) + keys(("falling", {"qvel": (0.5, -4)})))
# a four-bar on a sled, its coupler standing on the ground with a foot; the sled is pulled, and held by the foot's friction alone
def four_bar_foot():
    capsule = '<geom class="link" fromto="0 0 0 %s"/>'
    w("four_bar_foot.xml", '''<mujoco model="four_bar_foot">
  <!-- four-bar (0.8, 0.3, 1, 0.9 m) on a sled that slides freely along x; the foot of the coupler stands on the ground, mu 0.5 -->
  <option timestep="0.001" gravity="0 0 -9.81"/>
  <default>
    <geom friction="0.5 0 0" condim="3"/>
    <default class="link"><geom type="capsule" size="0.02" density="1000" contype="0" conaffinity="0"/></default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="50 50 1"/>
    <body name="sled" pos="0 0 1">
      <joint name="sled" type="slide" axis="1 0 0"/>
      <geom type="box" size="0.1 0.1 0.05" mass="5" contype="0" conaffinity="0"/>
      <body name="crank">
        <joint name="crank" axis="0 1 0"/>
        %s
        <body name="coupler" pos="-0.3 0 0">
          <joint name="coupler" axis="0 1 0"/>
          %s
          <geom class="link" fromto="0 0 0 0 0 -0.95"/>
          <geom name="foot" type="sphere" size="0.05" pos="0 0 -0.95" mass="1"/>
        </body>
      </body>
      <body name="rocker" pos="0.8 0 0">
        <joint name="rocker" axis="0 1 0"/>
        %s
      </body>
    </body>
  </worldbody>
  <equality>
    <connect name="pin" body1="coupler" body2="rocker" anchor="%s"/>
  </equality>
  <actuator>
    <motor name="pull" joint="sled"/>
    <motor name="crank" joint="crank"/>
  </actuator>
  <keyframe><key name="stand" ctrl="2 0"/></keyframe>
</mujoco>
''' % ((capsule % "-0.3 0 0",) + tuple(four_bar_links(capsule))))
def four_bar_links(capsule):
    # crank end at (-0.3, 0), rocker pivot at (0.8, 0): the pin is 1 m from the one and 0.9 m from the other
    d = 1.1
    x = (1.0 - 0.81 + d * d) / (2 * d)
    z = math.sqrt(1 - x * x)
    return capsule % numbers((x, 0, z)), capsule % numbers((x - d, 0, z)), numbers((x, 0, z))
four_bar_foot()
# two fingers on slides press on a capsule that lies across them
w("gripper.xml", '''<mujoco model="gripper">
  <!-- capsule of 0.5 kg between two fingers that press with 20 N each, mu 0.5: 20 N of friction against 4.9 N of weight -->
  <option timestep="0.001" gravity="0 0 -9.81"/>
  <default><geom friction="0.5 0 0" condim="3"/></default>
  <worldbody>
    <body name="left" pos="-0.06 0 1">
      <joint name="left" type="slide" axis="1 0 0"/>
      <geom name="left" type="box" size="0.02 0.06 0.04" mass="0.2"/>
    </body>
    <body name="right" pos="0.06 0 1">
      <joint name="right" type="slide" axis="-1 0 0"/>
      <geom name="right" type="box" size="0.02 0.06 0.04" mass="0.2"/>
    </body>
    <body name="object" pos="0 0 1">
      <freejoint/>
      <geom name="object" type="capsule" size="0.04" fromto="0 -0.03 0 0 0.03 0" mass="0.5"/>
    </body>
  </worldbody>
  <equality>
    <joint name="together" joint1="left" joint2="right"/>
  </equality>
  <actuator>
    <motor name="left" joint="left"/>
    <motor name="right" joint="right"/>
  </actuator>
  <keyframe><key name="hold" ctrl="20 20"/></keyframe>
</mujoco>
''')
# a walking machine: floating base and four legs of three hinges, point feet
def quadruped(kp=400.0, thigh=0.25, shank=0.25, foot=0.02, bend=0.6):
    legs, servos, angles = [], [], []
    for name, sx, sy in (("fl", 1, 1), ("fr", 1, -1), ("hl", -1, 1), ("hr", -1, -1)):
        legs.append('''      <body name="%(n)s_hip" pos="%(x)g %(y)g 0">
        <joint name="%(n)s_roll" axis="1 0 0" damping="8" armature="0.01"/>
        <geom class="limb" type="sphere" size="0.04" mass="0.5"/>
        <body name="%(n)s_thigh">
          <joint name="%(n)s_pitch" axis="0 1 0" damping="8" armature="0.01"/>
          <geom class="limb" fromto="0 0 0 0 0 -%(a)g" mass="0.8"/>
          <body name="%(n)s_shank" pos="0 0 -%(a)g">
            <joint name="%(n)s_knee" axis="0 1 0" damping="8" armature="0.01"/>
            <geom class="limb" fromto="0 0 0 0 0 -%(b)g" mass="0.3"/>
            <geom name="%(n)s_foot" type="sphere" size="%(f)g" pos="0 0 -%(b)g" mass="0.05"/>
          </body>
        </body>
      </body>''' % {"n": name, "x": 0.25 * sx, "y": 0.15 * sy, "a": thigh, "b": shank, "f": foot})
        for joint, angle in (("roll", 0.0), ("pitch", bend), ("knee", -2 * bend)):
            servos.append('    <position name="%s_%s" joint="%s_%s" kp="%g"/>' % (name, joint, name, joint, kp))
            angles.append(angle)
    height = foot + (thigh + shank) * math.cos(bend)
    stand = keys(("stand", {"qpos": [0, 0, height, 1, 0, 0, 0] + angles, "ctrl": angles}))
    w("quadruped.xml", '''<mujoco model="quadruped">
  <!-- 18 velocities: trunk of 10 kg, four legs of 1.65 kg with roll, pitch, knee; feet are points of mu 0.7; stands on its servos -->
  <option timestep="0.001" gravity="0 0 -9.81"/>
  <default>
    <geom friction="0.7 0 0" condim="3"/>
    <default class="limb"><geom type="capsule" size="0.02" contype="0" conaffinity="0"/></default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="50 50 1"/>
    <body name="trunk" pos="0 0 %.17g">
      <freejoint/>
      <geom name="trunk" type="box" size="0.3 0.1 0.06" mass="10"/>
%s
    </body>
  </worldbody>
  <actuator>
%s
  </actuator>
%s</mujoco>
''' % (foot + thigh + shank, "\n".join(legs), "\n".join(servos), stand))
quadruped()
# Andreani et al., sec. 4: two SCARA arms hold a cube of 0.4 m, 3 kg. Links are uniform rods; where the arm's reach ends
# 3.5 mm before the face, a tip of that radius touches it. Joint 3 turns the tool, joint 4 lifts it.
def grasp(r=0.2, a=0.5, b=0.8, l1=0.4, l2=0.25, press=200.0, kp=2e4):
    t1 = math.asin(l2 / (2 * l1))
    t2 = -t1 - math.pi / 6
    reach = l1 * math.cos(t1) + l2 * math.cos(t1 + t2)
    arms, servos, start, ctrl = [], [], [], []
    # torques that press along the line to the object with `press` newton, and lift half of it and the tool
    torque = (0.0, l2 * math.sin(math.pi / 6) * press, 0.0, (0.5 + 1.5) * 9.81)
    for k, facing in ((1, 0.0), (2, math.pi)):
        mu = (0.1, 0.2)[k - 1]
        arms.append('''    <body name="arm%(k)d" pos="%(x)g 0 %(a)g" quat="%(q)s">
      <joint name="arm%(k)d_1" axis="0 0 1" damping="20"/>
      <geom class="link" fromto="0 0 0 %(l1)g 0 0" mass="2"/>
      <body pos="%(l1)g 0 0">
        <joint name="arm%(k)d_2" axis="0 0 1" damping="20"/>
        <geom class="link" fromto="0 0 0 %(l2)g 0 0" mass="1"/>
        <body pos="%(l2)g 0 0">
          <joint name="arm%(k)d_3" axis="0 0 1" damping="20"/>
          <geom class="link" fromto="0 0 0 0 0 0.2" mass="0.5"/>
          <body>
            <joint name="arm%(k)d_4" type="slide" axis="0 0 1" damping="200"/>
            <geom class="link" fromto="0 0 0 0 0 0.2" mass="0.5"/>
            <geom name="tip%(k)d" type="sphere" size="%(tip).17g" mass="0" friction="%(mu)g 0 0" priority="1"/>
          </body>
        </body>
      </body>
    </body>''' % {"k": k, "x": -b if k == 1 else b, "a": a, "q": turn(facing, (0, 0, 1)), "l1": l1, "l2": l2, "tip": b - r - reach, "mu": mu})
        angle = (t1, t2, -math.pi / 6, 0.0)
        for j in range(4):
            servos.append('    <position name="arm%d_%d" joint="arm%d_%d" kp="%g"/>' % (k, j + 1, k, j + 1, kp))
        start += angle
        ctrl += [q + t / kp for q, t in zip(angle, torque)]
    cube = [0, 0, a, 1, 0, 0, 0]
    w("grasp.xml", '''<mujoco model="grasp">
  <!-- Andreani et al., sec. 4: two SCARA arms (0.4, 0.25, 0, 0 m; 2, 1, 0.5, 0.5 kg) hold a cube of 0.4 m, 3 kg; mu 0.1 and 0.2 -->
  <option timestep="0.001" gravity="0 0 -9.81"/>
  <default>
    <geom friction="0.1 0 0" condim="3"/>
    <default class="link"><geom type="capsule" size="0.01" contype="0" conaffinity="0"/></default>
  </default>
  <worldbody>
%s
    <body name="object" pos="0 0 %g"><freejoint/><geom name="object" type="box" size="%g %g %g" mass="3"/></body>
  </worldbody>
  <actuator>
%s
  </actuator>
%s</mujoco>
''' % ("\n".join(arms), a, r, r, r, "\n".join(servos),
       keys(("hold", {"qpos": start + cube, "ctrl": ctrl}),
            ("slide", {"qpos": start + cube, "qvel": [0] * 8 + [0, -1, 0, 0, 0, 0], "ctrl": ctrl}))))
grasp()
# motions with a closed form ---------------------------------------------------------------------------
# an egg rolls to and fro: its centre at h(a) = sqrt(0.2^2 sin^2 a + 0.08^2 cos^2 a) at the tilt a
def egg(half=(0.2, 0.1, 0.08), tilt=0.5):
    up = math.hypot(half[0] * math.sin(tilt), half[2] * math.cos(tilt))
    scene("egg", "ellipsoid of 0.2, 0.1, 0.08 m, 1 kg, mu 0.8, tilted by 0.5 rad: it rolls to and fro, (I + m (h^2 + h'^2)) a'^2 / 2 + m g h(a) stays, h^2 = 0.2^2 sin^2 a + 0.08^2 cos^2 a",
          floor + '    <body name="egg" pos="0 0 0.12"><freejoint/><geom name="egg" type="ellipsoid" size="%s" mass="1"/></body>\n' % numbers(half), "0.8",
          rest=keys(("tilted", {"qpos": [0, 0, up, math.cos(tilt / 2), 0, math.sin(tilt / 2), 0]})))
egg()
# a ball that stands up again: its centre of mass is 4 cm under its centre, where the body's frame is
def roly_poly(radius=0.1, offset=0.04, tilt=0.6):
    at = (-offset * math.sin(tilt), 0, radius - offset * math.cos(tilt))
    scene("roly_poly", "ball of 0.1 m, 1 kg, mu 1, centre of mass 4 cm under its centre, tilted by 0.6 rad: (I + m (R^2 + c^2 - 2 R c cos a)) a'^2 / 2 - m g c cos a stays",
          floor + '    <body name="ball" pos="%s" quat="%s"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="0.003 0.003 0.003"/>'
          '<geom name="ball" type="sphere" size="%g" pos="0 0 %g"/></body>\n' % (numbers(at), turn(tilt, (0, 1, 0)), radius, offset), "1",
          rest=keys(("tilted", {"qpos": list(at) + [math.cos(tilt / 2), 0, math.sin(tilt / 2), 0]})))
roly_poly()
# a disk that rolls in place on its rim
def eulers_disk(R=0.5, t=0.01, a=0.3, g=9.81):
    c, s, I1, I3 = math.cos(a), math.sin(a), (3 * R * R + 4 * t * t) / 12, R * R / 2
    W = math.sqrt(g * R * (R * c - t * s) / (s * (I1 * R * c - I3 * t * s)))
    scene("eulers_disk", "disk of R 0.5 m, half height t 0.01 m, 1 kg, mu 0.5, rolls in place on its rim at the tilt a 0.3 rad: it turns about the vertical with W, "
          "W^2 = m g R (R cos a - t sin a) / (sin a (I1 R cos a - I3 t sin a)); its centre rests, friction is 0",
          floor + '    <body name="disk" pos="0 0 1"><freejoint/><geom name="disk" type="cylinder" size="%g %g" mass="1"/></body>\n' % (R, t), "0.5",
          rest=keys(("rolls", {"qpos": [0, 0, R * s + t * c, math.cos(a / 2), 0, math.sin(a / 2), 0], "qvel": [0, 0, 0, -W * s, 0, W * s * t / R]})))
eulers_disk()
# four bars without friction and motor: one angle, its energy stays
def four_bar_energy(ground=0.7, bars=(0.2, 0.6, 0.5), masses=(0.5, 0.3, 0.4), angle=0.7, rate=12.0):
    c = (bars[0] * math.cos(angle), bars[0] * math.sin(angle))
    d = math.hypot(ground - c[0], c[1])
    # the pin is bars[1] from the crank's end and bars[2] from the rocker's pivot
    x = (bars[1] ** 2 - bars[2] ** 2 + d * d) / (2 * d)
    y = math.sqrt(bars[1] ** 2 - x * x)
    ux, uy = (ground - c[0]) / d, -c[1] / d
    pin = (c[0] + x * ux - y * uy, c[1] + x * uy + y * ux)
    coupler, rocker = math.atan2(pin[1] - c[1], pin[0] - c[0]), math.atan2(pin[1], pin[0] - ground)
    # rates of coupler and rocker: both carry the pin
    down = math.sin(coupler - rocker)
    turns = (-bars[0] * rate * math.sin(angle - rocker) / (bars[1] * down), bars[0] * rate * math.sin(coupler - angle) / (bars[2] * down))
    def bar(name, pos, q, k, more=""):
        return ('    <body name="%s" pos="%s" quat="%s"><joint name="%s" axis="0 0 1"/><inertial pos="%g 0 0" mass="%g" diaginertia="%s"/>%s</body>\n'
                % (name, pos, numbers((math.cos(q / 2), 0, 0, math.sin(q / 2))), name, bars[k] / 2, masses[k], numbers([masses[k] * bars[k] ** 2 / 12] * 3), more))
    scene("four_bar_energy", "four bars of 0.7 (ground), 0.2, 0.6, 0.5 m in the x-y plane, uniform rods of 0.5, 0.3, 0.4 kg, no friction: the crank starts at 12 rad/s, kinetic + potential energy stay",
          bar("crank", "0 0 0", angle, 0, "\n  " + bar("coupler", "%g 0 0" % bars[0], coupler - angle, 1) + "    ")
          + bar("rocker", "%g 0 0" % ground, rocker, 2), "0", gravity="0 -9.81 0",
          rest='  <equality><connect name="pin" body1="coupler" body2="rocker" anchor="%g 0 0"/></equality>\n' % bars[1]
          + keys(("turns", {"qvel": [rate, turns[0] - rate, turns[1]]})))
four_bar_energy()
# a fast top whose foot is a ball joint
def heavy_top(l=0.1, moments=(0.004, 0.004, 0.002), spin=200.0, tilt=0.5, g=9.81):
    a, b, c = (moments[0] + l * l) * math.cos(tilt), moments[2] * spin, g * l
    W = 2 * c / (b + math.sqrt(b * b - 4 * a * c))
    scene("heavy_top", "top of 1 kg, its centre of mass 0.1 m over a ball joint, spins at w3 200 rad/s, tilt t 0.5 rad: it precesses with W, m g l = I3 w3 W - I1 W^2 cos t (I1 about the joint)",
          '    <body name="top"><joint type="ball"/><inertial pos="0 0 %g" mass="1" diaginertia="%s"/></body>\n' % (l, numbers(moments)), "0",
          rest=keys(("precesses", {"qpos": [math.cos(tilt / 2), 0, math.sin(tilt / 2), 0], "qvel": [-W * math.sin(tilt), 0, spin]})))
heavy_top()
# free bodies whose frame is not at the centre of mass
scene("tumble", "box of 0.2 x 0.4 x 0.1 m, 8 kg, its frame 0.1 m beside its centre, turns at 60 rad/s about its long axis: kinetic energy, momentum and angular momentum stay",
      '    <body name="box"><freejoint/><geom name="box" type="box" size="0.1 0.2 0.05" pos="0.1 0 0" mass="8"/></body>\n', "0", gravity="0 0 0", timestep="0.005",
      rest=keys(("spin", {"qvel": (0, 0, 0, 1, 60, 1)})))
scene("gyro_offset", "moments 0.01, 0.02, 0.03 kg m^2, the frame 1 nm beside the centre of mass, turns about its middle axis at 10 rad/s: kinetic energy and angular momentum stay",
      '    <body name="gyro"><freejoint/><inertial pos="1e-9 0 0" mass="1" diaginertia="0.01 0.02 0.03"/></body>\n', "0", gravity="0 0 0",
      rest=keys(("spin", {"qpos": (-1e-9, 0, 0, 1, 0, 0, 0), "qvel": (0, 0, 0, 0.1, 10, 0.1)})))
# pendulums: slender rods that hang down from their joints
def rods(name, about, joint, links, length, mass, key):
    text = ""
    for i in range(links):
        text += "  " * (i + 2) + '<body name="rod%d" pos="0 0 %g">%s<inertial pos="0 0 %g" mass="%g" diaginertia="%s"/>\n' % (
            i + 1, -length if i else 0, joint, -length / 2, mass, numbers([mass * length ** 2 / 12] * 2 + [mass * length ** 2 / 120]))
    for i in reversed(range(links)): text += "  " * (i + 2) + "</body>\n"
    scene(name, about, text, "0", rest=keys(("swing", key)))
def joined(*turns):
    return [x + 0.0 for angle, axis in turns for x in [math.cos(angle / 2)] + [a * math.sin(angle / 2) for a in axis]]  # no -0
rods("pendulum_3d", "rod of 0.5 m, 1 kg, on a ball joint: energy, the angular momentum about the vertical and the spin about the rod stay", '<joint type="ball"/>', 1, 0.5, 1,
     {"qpos": joined((1, (0, 1, 0))), "qvel": (3, 0, 2)})
rods("chain3_ball", "three rods of 0.3 m, 0.3 kg, on ball joints: energy and the angular momentum about the vertical stay", '<joint type="ball"/>', 3, 0.3, 0.3,
     {"qpos": joined((1.2, (0, 1, 0)), (0.5, (1, 0, 0)), (-0.4, (0, 1, 0))), "qvel": (0, 2, 1, 1, 0, 2, 0, 1, 3)})
rods("double_pendulum", "two rods of 1 m, 1 kg, on hinges, from rest at 0.8 and 1.3 rad: the planar double pendulum", '<joint type="hinge" axis="0 1 0"/>', 2, 1, 1,
     {"qpos": (0.8, 0.5)})

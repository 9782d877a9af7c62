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
def pend(joint, wallx, side=-1):
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
        b.append('%s<body name="b%d" pos="%s"%s>%s<geom type="sphere" size="0.25" pos="0 0 -1" mass="1"/>' % (ind, i + 1, pos, q, jn))
    for i in reversed(range(n)):
        b.append("  " * (i + 2) + "</body>")
    # rotation about -y moves the tip from -x towards +x
    w0 = -1.0
    if joint == "ball":
        qvel = "0 %g 0 " % w0 + "0 0 0 " * (n - 1)
    else:
        qvel = "%g " % w0 + "0 " * (n - 1)
    return '''<mujoco model="pend12_%s">
  <option timestep="0.001" gravity="0 0 -9.81"/>
  <size memory="50M"/>
  <default><geom friction="0.5 0 0" condim="3"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="50 50 1"/>
    <geom name="wall" type="plane" pos="%g 0 0" zaxis="-1 0 0" size="50 50 1"/>
%s
  </worldbody>
  <keyframe><key name="init" qvel="%s"/></keyframe>
</mujoco>
''' % (joint, wallx, "\n".join(b), qvel.strip())
w("pend12_pin.xml", pend("pin", 4))
w("pend12_ball.xml", pend("ball", 4))
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
</mujoco>
''')
w("acc_cube.xml", '''<mujoco model="acc_cube">
  <!-- friction and gravity direction are set by the program -->
  <option timestep="0.001" gravity="0 0 -9.81"/>
  <default><geom friction="1 0 0" condim="3"/></default>
  <worldbody>
    <geom type="plane" size="50 50 1"/>
    <body pos="0 0 0.5"><freejoint/><geom type="box" size="0.5 0.5 0.5" mass="1"/></body>
  </worldbody>
</mujoco>
''')
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

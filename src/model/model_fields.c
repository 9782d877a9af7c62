/* The list of all arrays of a compiled model. */
#include "model/model_fields.h"

#define AT(member)   offsetof(rg_model_extent, model.member)
#define MORE(member) offsetof(rg_model_extent, member)

const size_t rg_model_sizes[] = {
    AT(nq),           AT(nv),         AT(nbody),       AT(njoint),
    AT(ngeom),        AT(nsite),      AT(nmesh),       AT(nactuator),
    AT(nequality),    AT(npair),      AT(nexclude),    AT(nkey),
    AT(nsensor),      AT(nsetting),   AT(ntendon),     AT(ntendonjoint),
    AT(npath),        AT(nact),       AT(nhfield),     AT(nmocap),
    AT(nsensordata),  MORE(vertices), MORE(starts),    MORE(triangles),
    MORE(neighbours), MORE(heights),  MORE(key_qpos),  MORE(key_qvel),
    MORE(key_act),    MORE(key_ctrl), MORE(key_mocap), 0};

/* names; numbers that are finite; those that may be infinite */
#define N(member, count)                                                                           \
  { #member, RG_FIELD_NAME, AT(member), AT(count), 1, 0, 0, 0 }
#define D(member, count, width)                                                                    \
  { #member, RG_FIELD_REAL, AT(member), AT(count), width, 0, 0, 0 }
#define R(member, count, width)                                                                    \
  { #member, RG_FIELD_RANGE, AT(member), AT(count), width, 0, 0, 0 }
/* one of so many kinds; yes or no; index of something, from `low` on; a first index, which may be one past the last */
#define K(member, count, kinds)                                                                    \
  { #member, RG_FIELD_INT, AT(member), AT(count), 1, 0, kinds, 0 }
#define Y(member, count)                                                                           \
  { #member, RG_FIELD_INT, AT(member), AT(count), 1, 0, 2, 0 }
#define I(member, count, low, of)                                                                  \
  { #member, RG_FIELD_INT, AT(member), AT(count), 1, low, 0, AT(of) }
#define S(member, count, low, of)                                                                  \
  { #member, RG_FIELD_INT, AT(member), AT(count), 1, low, 1, AT(of) }
/* any whole number */
#define A(member, count)                                                                           \
  { #member, RG_FIELD_INT, AT(member), AT(count), 1, INT_LOW, INT_HIGH, 0 }
enum { INT_LOW = -0x7fffffff, INT_HIGH = 0x7fffffff };
/* of a length that only the extent knows */
#define MORE_I(member, count, width, low, high, of)                                                \
  { #member, RG_FIELD_INT, AT(member), MORE(count), width, low, high, of }
#define MORE_D(member, count, width)                                                               \
  { #member, RG_FIELD_REAL, AT(member), MORE(count), width, 0, 0, 0 }

const rg_model_field rg_model_fields[] = {
    N(body_name, nbody),
    I(body_parent, nbody, 0, nbody),
    I(body_root, nbody, 0, nbody),
    I(body_weld, nbody, 0, nbody),
    S(body_joint, nbody, -1, njoint),
    S(body_njoint, nbody, 0, njoint),
    S(body_dof, nbody, -1, nv),
    S(body_ndof, nbody, 0, nv),
    S(body_geom, nbody, -1, ngeom),
    S(body_ngeom, nbody, 0, ngeom),
    D(body_pos, nbody, 3),
    D(body_quat, nbody, 4),
    D(body_ipos, nbody, 3),
    D(body_iquat, nbody, 4),
    D(body_mass, nbody, 1),
    D(body_inertia, nbody, 3),
    D(body_gravcomp, nbody, 1),
    I(body_mocap, nbody, -1, nmocap),

    N(joint_name, njoint),
    K(joint_type, njoint, RG_JOINT_HINGE + 1),
    I(joint_body, njoint, 0, nbody),
    I(joint_qpos, njoint, 0, nq),
    I(joint_dof, njoint, 0, nv),
    D(joint_pos, njoint, 3),
    D(joint_axis, njoint, 3),
    Y(joint_limited, njoint),
    R(joint_range, njoint, 2),
    D(joint_margin, njoint, 1),
    D(joint_stiffness, njoint, 1),
    D(joint_stiffness_poly, njoint, 2),
    Y(joint_gravcomp, njoint),
    Y(joint_forcelimited, njoint),
    R(joint_forcerange, njoint, 2),

    I(dof_body, nv, 0, nbody),
    I(dof_joint, nv, 0, njoint),
    I(dof_parent, nv, -1, nv),
    D(dof_armature, nv, 1),
    D(dof_damping, nv, 1),
    D(dof_damping_poly, nv, 2),
    D(dof_frictionloss, nv, 1),
    D(qpos0, nq, 1),
    D(qpos_spring, nq, 1),

    N(geom_name, ngeom),
    K(geom_type, ngeom, RG_GEOM_HFIELD + 1),
    I(geom_body, ngeom, 0, nbody),
    I(geom_mesh, ngeom, -1, nmesh),
    I(geom_hfield, ngeom, -1, nhfield),
    A(geom_contype, ngeom),
    A(geom_conaffinity, ngeom),
    K(geom_condim, ngeom, 7),
    A(geom_priority, ngeom),
    A(geom_group, ngeom),
    D(geom_pos, ngeom, 3),
    D(geom_quat, ngeom, 4),
    D(geom_size, ngeom, 3),
    D(geom_friction, ngeom, 3),
    D(geom_margin, ngeom, 1),
    D(geom_gap, ngeom, 1),
    D(geom_adhesion, ngeom, 1),
    D(geom_radius, ngeom, 1),
    D(geom_fluid, ngeom, 12),
    D(geom_surface, ngeom, 6),
    {"geom_rgba", RG_FIELD_FLOAT, AT(geom_rgba), AT(ngeom), 4, 0, 0, 0},

    N(site_name, nsite),
    I(site_body, nsite, 0, nbody),
    D(site_pos, nsite, 3),
    D(site_quat, nsite, 4),
    K(site_type, nsite, RG_GEOM_BOX + 1),
    D(site_size, nsite, 3),

    N(mesh_name, nmesh),
    MORE_I(mesh_vertex, model.nmesh, 1, 0, 1, MORE(vertices)),
    MORE_I(mesh_nvertex, model.nmesh, 1, 1, 1, MORE(vertices)),
    MORE_I(mesh_face, model.nmesh, 1, 0, 1, MORE(triangles)),
    MORE_I(mesh_nface, model.nmesh, 1, 0, 1, MORE(triangles)),
    MORE_D(vertex, vertices, 3),
    MORE_I(face, triangles, 3, 0, 0, MORE(vertices)),
    MORE_I(mesh_neighbour_start, starts, 1, 0, 1, MORE(neighbours)),
    MORE_I(mesh_neighbour, neighbours, 1, 0, 0, MORE(vertices)),

    N(hfield_name, nhfield),
    MORE_I(hfield_nrow, model.nhfield, 1, 2, 1, MORE(heights)),
    MORE_I(hfield_ncol, model.nhfield, 1, 2, 1, MORE(heights)),
    MORE_I(hfield_start, model.nhfield, 1, 0, 1, MORE(heights)),
    D(hfield_size, nhfield, 4),
    MORE_D(hfield_data, heights, 1),

    N(equality_name, nequality),
    K(equality_type, nequality, RG_EQUALITY_TENDON + 1),
    Y(equality_active, nequality),
    A(equality_object1, nequality),
    A(equality_object2, nequality),
    I(equality_site1, nequality, -1, nsite),
    I(equality_site2, nequality, -1, nsite),
    D(equality_data, nequality, 11),

    N(tendon_name, ntendon),
    S(tendon_start, ntendon, 0, ntendonjoint),
    S(tendon_count, ntendon, 0, ntendonjoint),
    I(tendon_joint, ntendonjoint, 0, njoint),
    D(tendon_coef, ntendonjoint, 1),
    S(tendon_path, ntendon, 0, npath),
    S(tendon_npath, ntendon, 0, npath),
    K(path_type, npath, RG_PATH_PULLEY + 1),
    A(path_object, npath),
    I(path_side, npath, -1, nsite),
    D(path_divisor, npath, 1),
    Y(tendon_limited, ntendon),
    R(tendon_range, ntendon, 2),
    D(tendon_margin, ntendon, 1),
    D(tendon_stiffness, ntendon, 1),
    D(tendon_damping, ntendon, 1),
    D(tendon_stiffness_poly, ntendon, 2),
    D(tendon_damping_poly, ntendon, 2),
    D(tendon_frictionloss, ntendon, 1),
    D(tendon_armature, ntendon, 1),
    Y(tendon_forcelimited, ntendon),
    R(tendon_forcerange, ntendon, 2),
    R(tendon_springlength, ntendon, 2),
    D(tendon_length0, ntendon, 1),

    N(actuator_name, nactuator),
    K(actuator_transmission, nactuator, RG_DRIVE_BODY + 1),
    I(actuator_joint, nactuator, -1, njoint),
    I(actuator_tendon, nactuator, -1, ntendon),
    I(actuator_site, nactuator, -1, nsite),
    I(actuator_refsite, nactuator, -1, nsite),
    I(actuator_body, nactuator, -1, nbody),
    D(actuator_cranklength, nactuator, 1),
    D(actuator_gear, nactuator, 6),
    D(actuator_gain, nactuator, 1),
    D(actuator_bias, nactuator, 3),
    D(actuator_gain_slope, nactuator, 2),
    I(actuator_act, nactuator, -1, nact),
    K(actuator_dyntype, nactuator, RG_ACT_MUSCLE + 1),
    D(actuator_dynprm, nactuator, 3),
    Y(actuator_actearly, nactuator),
    Y(actuator_actlimited, nactuator),
    R(actuator_actrange, nactuator, 2),
    K(actuator_muscle, nactuator, 4),
    D(actuator_gainprm, nactuator, 9),
    D(actuator_biasprm, nactuator, 9),
    R(actuator_lengthrange, nactuator, 2),
    Y(actuator_ctrllimited, nactuator),
    Y(actuator_forcelimited, nactuator),
    R(actuator_ctrlrange, nactuator, 2),
    R(actuator_forcerange, nactuator, 2),

    I(pair_geom1, npair, 0, ngeom),
    I(pair_geom2, npair, 0, ngeom),
    K(pair_condim, npair, 7),
    D(pair_friction, npair, 5),
    D(pair_margin, npair, 1),
    D(pair_gap, npair, 1),
    D(pair_adhesion, npair, 1),
    I(exclude_body1, nexclude, 0, nbody),
    I(exclude_body2, nexclude, 0, nbody),

    N(key_name, nkey),
    D(key_time, nkey, 1),
    MORE_D(key_qpos, key_qpos, 1),
    MORE_D(key_qvel, key_qvel, 1),
    MORE_D(key_ctrl, key_ctrl, 1),
    MORE_D(key_act, key_act, 1),
    MORE_D(key_mpos, key_mocap, 3),
    MORE_D(key_mquat, key_mocap, 4),

    N(sensor_name, nsensor),
    K(sensor_type, nsensor, RG_SENSOR_INSIDESITE + 1),
    K(sensor_object_type, nsensor, RG_OBJECT_INERTIAL + 1),
    A(sensor_object, nsensor),
    S(sensor_start, nsensor, 0, nsensordata),
    K(sensor_size, nsensor, 7),
    A(sensor_reference_type, nsensor),
    A(sensor_reference, nsensor),
    D(sensor_cutoff, nsensor, 1),
    {0}};

/* How a model is meant to look: textures, what materials say beside a colour, cameras, lights. Nothing of it moves anything; pages
   and pictures read it. */
#ifndef RIGOR_LOOKS_H
#define RIGOR_LOOKS_H

#include <rigor/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rg_pattern {
  RG_PATTERN_FLAT,     /* rgb1 */
  RG_PATTERN_GRADIENT, /* from rgb1 to rgb2 */
  RG_PATTERN_CHECKER,  /* two by two fields of rgb1 and rgb2 */
  RG_PATTERN_PICTURE   /* a PNG file */
} rg_pattern;

typedef struct rg_texture {
  const char *name;
  rg_pattern pattern;
  float rgb1[3], rgb2[3];
  int edged; /* its edge is drawn in mark_rgb */
  float mark_rgb[3];
  int cube;            /* once on each side of a box; 0: laid out flat */
  const void *picture; /* bytes of the file */
  size_t picture_bytes;
} rg_texture;

/* of a material; a shape's colour is geom_rgba times the texture */
typedef struct rg_look {
  int texture; /* -1: none */
  float repeat[2];
  int uniform; /* repeat is per metre, not per shape */
  float specular, shininess, reflectance, emission;
} rg_look;

typedef struct rg_camera {
  const char *name;
  int body;
  double pos[3], quat[4]; /* in the body frame; it looks along -z, y is up in the picture */
  double fovy;            /* deg */
} rg_camera;

/* Colours are added as they are on a screen: those of the surface times ambient, times diffuse and the cosine of the incidence. */
typedef struct rg_light {
  const char *name;
  int body;
  double pos[3], dir[3]; /* in the body frame; dir: where it shines, unit */
  int directional;       /* 1: from everywhere along dir */
  int shadow;
  float ambient[3], diffuse[3], specular[3];
  float attenuation[3];   /* its light is divided by the sum of these times 1, distance, distance^2 */
  float cutoff, exponent; /* deg: half the cone, 180: none; power of the cosine within it */
} rg_light;

typedef struct rg_looks {
  int ntexture, nlook, ncamera, nlight;
  rg_texture *texture;
  rg_look *look;
  int *geom_look; /* -1: only a colour */
  float *seen_uv; /* 2 for each of seen_vertex; NULL: no mesh has any */
  int *mesh_has_uv;
  int sky; /* texture; -1: none */
  rg_camera *camera;
  rg_light *light;
  rg_light head; /* at the eye; all colours 0: there is none */
} rg_looks;

#ifdef __cplusplus
}
#endif

#endif

/* Colours of <material>: of the robot, or inside a <visual>, whose name then means it everywhere. */
#include "model/urdf.h"

#include <string.h>

static int count_materials(const rg_xml *root) {
  int count = 0;
  for (const rg_xml *e = root->first; e; e = e->next) {
    count += strcmp(e->name, "material") == 0;
    for (const rg_xml *visual = e->first; visual; visual = visual->next)
      count += strcmp(visual->name, "visual") == 0;
  }
  return count;
}

/* its own colour; 0: it has none */
static int read_colour(rg_urdf *u, const rg_xml *material, float rgba[4]) {
  const rg_xml *colour = rg_xml_child(material, "color");
  double v[4];
  if (rg_xml_child(material, "texture"))
    rg_read_notice(&u->in, rg_xml_child(material, "texture"), "passed over");
  if (!colour || !rg_read_reals(&u->in, colour, "rgba", 4, v)) return 0;
  for (int k = 0; k < 4; k++) rgba[k] = (float)v[k];
  return 1;
}

static void keep(rg_urdf *u, const rg_xml *material) {
  const char *name = material ? rg_xml_get(material, "name") : NULL;
  float rgba[4];
  if (!name || !name[0] || !read_colour(u, material, rgba)) return;
  if (rg_names_add(&u->material_names, name, u->materials) >= 0) return;
  memcpy(u->material[u->materials++], rgba, sizeof rgba);
}

void rg_urdf_read_materials(rg_urdf *u) {
  int count = count_materials(u->root);
  u->material = RG_NEW(u->in.arena, rg_urdf_colour, count);
  u->material_names = rg_names_new(u->in.arena, count);
  if (u->in.arena->failed) return; // told at the end
  for (const rg_xml *e = u->root->first; e && u->in.status == RG_OK; e = e->next)
    if (strcmp(e->name, "material") == 0) keep(u, e);
  for (const rg_xml *e = u->root->first; e; e = e->next)
    for (const rg_xml *v = e->first; v && u->in.status == RG_OK; v = v->next)
      if (strcmp(v->name, "visual") == 0) keep(u, rg_xml_child(v, "material"));
}

void rg_urdf_colour_of(rg_urdf *u, const rg_xml *visual, float rgba[4]) {
  const rg_xml *material = rg_xml_child(visual, "material");
  if (!material || read_colour(u, material, rgba)) return;
  const char *name = rg_xml_get(material, "name");
  int index = name ? rg_names_find(&u->material_names, name) : -1;
  if (index >= 0) memcpy(rgba, u->material[index], 4 * sizeof *rgba);
  else if (name && name[0] && !rg_xml_child(material, "texture"))
    rg_read_notice(&u->in, material, "nowhere is said what colour it has");
}

/* Default classes. A class is the list of its <default> elements; an object takes first what main
   says about its kind, then what each nested class says, then its own attributes, so that an
   attribute with fewer numbers than the default replaces only the first ones, as in MuJoCo. */
#include "model/mjcf.h"

#include <assert.h>
#include <string.h>

static rg_mjcf_class *find_class(const rg_mjcf *m, const char *name) {
  for (rg_mjcf_class *c = m->classes; c; c = c->next)
    if (strcmp(c->name, name) == 0) return c;
  return m->main_name && strcmp(m->main_name, name) == 0 ? m->main_class : NULL;
}

static void no_memory(rg_mjcf *m) {
  if (m->status == RG_OK)
    m->status = rg_fail(m->error, RG_NO_MEMORY, "default", "too large for the memory");
}

/* one more <default> element of a class that is there */
static void add_element(rg_mjcf *m, rg_mjcf_class *class, const rg_xml *element) {
  const rg_xml **list = RG_NEW(m->arena, const rg_xml *, class->elements + 1);
  if (!list) {
    no_memory(m);
    return;
  }
  for (int k = 0; k < class->elements; k++) list[k] = class->element[k];
  list[class->elements++] = element;
  class->element = list;
}

static rg_mjcf_class *new_class(rg_mjcf *m, const rg_xml *element, const rg_mjcf_class *parent) {
  const char *name = rg_mjcf_required(m, element, "class");
  if (!name) return NULL;
  if (find_class(m, name)) {
    rg_mjcf_fail(m, element, "class", "there are two classes of the name '%.60s'", name);
    return NULL;
  }
  rg_mjcf_class *class = RG_NEW(m->arena, rg_mjcf_class, 1);
  if (!class) {
    no_memory(m);
    return NULL;
  }
  class->name = name;
  class->parent = parent;
  class->next = m->classes;
  m->classes = class;
  return class;
}

/* values are checked here, once, also in classes that nothing uses */
static void check_default(rg_mjcf *m, const rg_xml *element) {
  static const struct {
    const char *name;
    void (*try)(rg_mjcf *m, const rg_xml *element);
  } kinds[] = {{"joint", rg_mjcf_try_joint},  {"geom", rg_mjcf_try_geom},
               {"site", rg_mjcf_try_site},    {"mesh", rg_mjcf_try_mesh},
               {"pair", rg_mjcf_try_pair},    {"equality", rg_mjcf_try_equality},
               {"tendon", rg_mjcf_try_tendon}};
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
    if (strcmp(element->name, kinds[k].name) == 0) {
      rg_mjcf_check(m, element, element->name);
      kinds[k].try(m, element);
      return;
    }
  if (rg_mjcf_listed(RG_MJCF_ACTUATORS, element->name)) {
    rg_mjcf_check(m, element, "actuator");
    rg_mjcf_try_actuator(m, element);
  } else if (!rg_mjcf_listed("material camera light " RG_MJCF_OTHER_ACTUATORS, element->name))
    rg_mjcf_unknown(m, element, "default");
}

static void read_class(rg_mjcf *m, const rg_xml *element, rg_mjcf_class *class) {
  for (int k = 0; k < element->attributes; k++)
    if (strcmp(element->attribute[k].name, "class") != 0)
      rg_mjcf_refuse(m, element, element->attribute[k].name, "there is no attribute of this name");
  add_element(m, class, element);
  for (const rg_xml *child = element->first; child && m->status == RG_OK; child = child->next) {
    if (strcmp(child->name, "default") != 0) {
      check_default(m, child);
      continue;
    }
    rg_mjcf_class *nested = new_class(m, child, class);
    if (nested) read_class(m, child, nested);
  }
}

void rg_mjcf_read_default(rg_mjcf *m, const rg_xml *section) {
  const char *name = rg_xml_get(section, "class");
  // files of older versions give it a name of their own
  if (name && strcmp(name, "main") != 0) {
    const rg_mjcf_class *known = find_class(m, name);
    if (known && known != m->main_class)
      rg_mjcf_fail(m, section, "class", "there are two classes of the name '%.60s'", name);
    else if (m->main_name && !known)
      rg_mjcf_fail(m, section, "class", "the outermost class is called '%.60s' already",
                   m->main_name);
    m->main_name = name;
  }
  read_class(m, section, m->main_class);
}

const rg_mjcf_class *rg_mjcf_class_of(rg_mjcf *m, const rg_xml *element, const char *attribute,
                                      const rg_mjcf_class *inherited) {
  const char *name = rg_xml_get(element, attribute);
  if (!name) return inherited ? inherited : m->main_class;
  const rg_mjcf_class *class = find_class(m, name);
  if (!class) rg_mjcf_fail(m, element, attribute, "there is no default class '%.60s'", name);
  return class ? class : m->main_class;
}

static void apply_class(rg_mjcf *m, const rg_mjcf_class *class, const char *kinds,
                        rg_mjcf_apply *apply, void *draft) {
  if (class->parent) apply_class(m, class->parent, kinds, apply, draft);
  for (int k = 0; k < class->elements; k++)
    for (const rg_xml *child = class->element[k]->first; child; child = child->next)
      if (rg_mjcf_listed(kinds, child->name)) apply(m, child, draft);
}

void rg_mjcf_fill(rg_mjcf *m, const rg_xml *element, const rg_mjcf_class *class, const char *kinds,
                  rg_mjcf_apply *apply, void *draft) {
  assert(element && kinds && apply && draft);
  if (!class) class = rg_mjcf_class_of(m, element, "class", NULL);
  apply_class(m, class, kinds, apply, draft);
  apply(m, element, draft);
}

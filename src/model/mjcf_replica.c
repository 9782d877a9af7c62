/* What refers to replicated objects is replicated with them: a tendon between sites 'a' and 'b' that stand
   inside <replicate> becomes one tendon for each copy, with the suffixes of that copy. Done on the tree of
   the file, before a section is read. */
#include "model/mjcf.h"
#include "model/names.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* kind of object that an attribute names; the letter keeps kinds apart */
static const struct {
  const char *attributes;
  char kind;
} references[] = {{"joint joint1 joint2 jointinparent", 'j'},
                  {"site site1 site2 refsite slidersite cranksite sidesite", 's'},
                  {"body body1 body2", 'b'},
                  {"geom geom1 geom2", 'g'},
                  {"tendon tendon1 tendon2", 't'},
                  {"actuator", 'a'}};

static char kind_of_word(const char *word) {
  if (strcmp(word, "xbody") == 0) return 'b';
  if (strcmp(word, "freejoint") == 0) return 'j';
  if (rg_mjcf_listed("fixed spatial", word)) return 't';
  return rg_mjcf_listed("joint site body geom tendon actuator", word) ? word[0] : 0;
}

/* 0: it names nothing that could be replicated */
static char kind_of(const rg_xml *element, const char *attribute) {
  for (size_t k = 0; k < sizeof references / sizeof references[0]; k++)
    if (rg_mjcf_listed(references[k].attributes, attribute)) return references[k].kind;
  const char *type = strcmp(attribute, "objname") == 0   ? rg_xml_get(element, "objtype")
                     : strcmp(attribute, "refname") == 0 ? rg_xml_get(element, "reftype")
                                                         : NULL;
  return type ? kind_of_word(type) : 0;
}

static const char *tagged(rg_mjcf *m, char kind, const char *name, const char *suffix) {
  size_t length = strlen(name), more = strlen(suffix);
  char *text = RG_RAW(m->arena, char, length + more + 2);
  if (!text) return NULL;
  text[0] = kind;
  memcpy(text + 1, name, length);
  memcpy(text + 1 + length, suffix, more + 1);
  return text;
}

void rg_mjcf_note_replica(rg_mjcf *m, char kind, const char *name, const char *suffix) {
  assert(suffix);
  rg_mjcf_replica *item = RG_NEW(m->arena, rg_mjcf_replica, 1);
  if (!item) return;
  item->name = tagged(m, kind, name, "");
  item->full = tagged(m, kind, name, suffix);
  item->suffix = rg_text_copy(m->arena, suffix, strlen(suffix));
  if (!item->name || !item->full || !item->suffix) return;
  if (m->last_replica) m->last_replica->next = item;
  else m->replicas = item;
  m->last_replica = item;
  m->nreplicas++;
}

/* --- one section ---------------------------------------------------------------------------------- */

/* all copies by name, and by name with suffix */
typedef struct replicas {
  rg_mjcf *m;
  rg_names heads, full;
  rg_mjcf_replica **head; /* first copy of each name, */
  rg_mjcf_replica **last; /* and the last one so far */
} replicas;

static int index_all(replicas *r) {
  int n = r->m->nreplicas, k = 0;
  r->heads = rg_names_new(r->m->arena, n);
  r->full = rg_names_new(r->m->arena, n);
  r->head = RG_NEW(r->m->arena, rg_mjcf_replica *, n);
  r->last = RG_NEW(r->m->arena, rg_mjcf_replica *, n);
  if (r->m->arena->failed) return 0;
  for (rg_mjcf_replica *it = r->m->replicas; it; it = it->next) {
    rg_names_add(&r->full, it->full, 0);
    it->same = NULL;
    int at = rg_names_add(&r->heads, it->name, k);
    if (at < 0) r->head[k] = r->last[k] = it, k++;
    else r->last[at] = r->last[at]->same = it;
  }
  return 1;
}

/* copies of the object that an attribute names; NULL: it is not replicated */
static const rg_mjcf_replica *copies_of(replicas *r, const rg_xml *element, int k) {
  const rg_xml_attribute *attribute = &element->attribute[k];
  char kind = kind_of(element, attribute->name), text[256];
  if (!kind || snprintf(text, sizeof text, "%c%s", kind, attribute->value) >= (int)sizeof text)
    return NULL;
  int at = rg_names_find(&r->heads, text);
  return at < 0 ? NULL : r->head[at];
}

/* of the first reference of an element or of what is inside it */
static const rg_mjcf_replica *find_copies(replicas *r, const rg_xml *element) {
  for (int k = 0; k < element->attributes; k++) {
    const rg_mjcf_replica *found = copies_of(r, element, k);
    if (found) return found;
  }
  for (const rg_xml *child = element->first; child; child = child->next) {
    const rg_mjcf_replica *found = find_copies(r, child);
    if (found) return found;
  }
  return NULL;
}

static const char *with_suffix(rg_mjcf *m, const char *name, const char *suffix) {
  const char *text = tagged(m, ' ', name, suffix);
  return text ? text + 1 : name;
}

static rg_xml *copy_element(replicas *r, const rg_xml *element, const char *suffix, int outermost) {
  rg_mjcf *m = r->m;
  rg_xml *copy = RG_NEW(m->arena, rg_xml, 1);
  rg_xml_attribute *attribute = RG_NEW(m->arena, rg_xml_attribute, element->attributes);
  if (!copy || !attribute) return NULL;
  *copy = *element;
  copy->attribute = attribute;
  copy->first = copy->last = copy->next = NULL;
  for (int k = 0; k < element->attributes; k++) {
    attribute[k] = element->attribute[k];
    int is_name = outermost && strcmp(attribute[k].name, "name") == 0;
    if (!is_name && !copies_of(r, element, k)) continue;
    const char *full = with_suffix(m, attribute[k].value, suffix);
    const char *key = tagged(m, kind_of(element, attribute[k].name), attribute[k].value, suffix);
    if (!is_name && key && rg_names_find(&r->full, key) < 0)
      rg_mjcf_fail(m, element, attribute[k].name,
                   "'%.60s' is not replicated like the others; name one of its copies",
                   attribute[k].value);
    char kind = kind_of_word(element->name);
    if (is_name && attribute[k].value[0])
      rg_mjcf_note_replica(m, kind ? kind : 'a', attribute[k].value, suffix);
    attribute[k].value = full;
  }
  for (const rg_xml *child = element->first; child && m->status == RG_OK; child = child->next) {
    rg_xml *inner = copy_element(r, child, suffix, 0);
    if (!inner) return NULL;
    if (copy->last) copy->last->next = inner;
    else copy->first = inner;
    copy->last = inner;
  }
  return copy;
}

static void append(rg_xml *section, rg_xml *child) {
  if (section->last) section->last->next = child;
  else section->first = child;
  section->last = child;
}

const rg_xml *rg_mjcf_replicate_section(rg_mjcf *m, const rg_xml *section) {
  replicas r = {.m = m};
  rg_xml *whole = m->replicas ? RG_NEW(m->arena, rg_xml, 1) : NULL;
  if (!whole || !index_all(&r)) return section;
  *whole = *section;
  whole->first = whole->last = NULL;
  for (const rg_xml *child = section->first; child && m->status == RG_OK; child = child->next) {
    const rg_mjcf_replica *copies = find_copies(&r, child);
    if (!copies) {
      rg_xml *same = RG_NEW(m->arena, rg_xml, 1);
      if (!same) return section;
      *same = *child;
      same->next = NULL;
      append(whole, same);
    }
    for (; copies && m->status == RG_OK; copies = copies->same) {
      rg_mjcf_count(m, child);
      rg_xml *copy = copy_element(&r, child, copies->suffix, 1);
      if (!copy) return section;
      append(whole, copy);
    }
  }
  return whole;
}

/* A hash table with linear probing; FNV-1a hashes. */
#include "model/names.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

static size_t hash_text(const char *text) {
  uint64_t hash = 14695981039346656037u;
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 1099511628211u;
  return (size_t)(hash ^ (hash >> 32));
}

/* the place of `name`, or the free place where it belongs */
static size_t place_of(const rg_names *names, const char *name) {
  size_t mask = names->capacity - 1, at = hash_text(name) & mask;
  while (names->name[at] && strcmp(names->name[at], name) != 0) at = (at + 1) & mask;
  return at;
}

rg_names rg_names_new(rg_arena *arena, int count) {
  rg_names names = {.capacity = 4};
  while (names.capacity < 2 * (size_t)(count + 1)) names.capacity *= 2;
  names.name = RG_NEW(arena, const char *, names.capacity);
  names.index = RG_NEW(arena, int, names.capacity);
  return names;
}

int rg_names_add(rg_names *names, const char *name, int index) {
  assert((names->capacity & (names->capacity - 1)) == 0);
  if (!name[0]) return -1;
  size_t at = place_of(names, name);
  if (names->name[at]) return names->index[at];
  names->name[at] = name;
  names->index[at] = index;
  return -1;
}

int rg_names_find(const rg_names *names, const char *name) {
  assert((names->capacity & (names->capacity - 1)) == 0);
  if (!name || !name[0]) return -1;
  size_t at = place_of(names, name);
  return names->name[at] ? names->index[at] : -1;
}

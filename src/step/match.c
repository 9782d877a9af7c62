/* Impulses of the last step for the same contacts and rows of this one: a table of pairs and features, and
   where a feature is a new one the nearest contact of its pair. */
#include "step/match.h"

#include "math/vector.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* slots for that many pairs */
static int table_for(int pairs) {
  int slots = 16;
  while (slots < 2 * pairs) slots *= 2;
  return slots;
}

int rg_memory_new(rg_memory *memory, rg_arena *arena, int most_rows, int most_contacts, int extra) {
  assert(most_rows >= 0 && most_contacts >= 0 && extra >= 0);
  memset(memory, 0, sizeof *memory);
  memory->most_rows = most_rows;
  memory->most_contacts = most_contacts;
  int slots = table_for(most_contacts);
  memory->key = RG_RAW(arena, int, 3 * (size_t)most_contacts);
  memory->world = RG_RAW(arena, double, 6 * (size_t)most_contacts);
  memory->moment = RG_RAW(arena, double, 3 * (size_t)most_contacts);
  memory->row_key = RG_RAW(arena, int, 3 * (size_t)most_rows);
  memory->row = RG_RAW(arena, double, most_rows);
  memory->extra_row = RG_NEW(arena, double, extra);
  memory->table = RG_RAW(arena, int, slots);
  memory->found = RG_RAW(arena, int, most_contacts);
  memory->found_row = RG_RAW(arena, int, most_rows);
  memory->claimed = RG_RAW(arena, unsigned char, most_contacts);
  if (arena->failed) return 0;
  rg_memory_clear(memory);
  return 1;
}

void rg_memory_clear(rg_memory *memory) {
  memory->contacts = memory->rows = memory->extra = memory->has_moments = 0;
  memory->dt = 0;
  rg_memory_index(memory);
}

/* first slot of a pair of geoms */
static int slot_of(const rg_memory *memory, int geom1, int geom2) {
  uint64_t h = (uint64_t)(uint32_t)geom1 * 0x9e3779b97f4a7c15u;
  h = (h ^ (h >> 29) ^ (uint64_t)(uint32_t)geom2) * 0xbf58476d1ce4e5b9u;
  return (int)((h >> 33) & (uint64_t)(memory->table_size - 1));
}

static int same_pair(const rg_memory *memory, int j, int geom1, int geom2) {
  return memory->key[3 * j] == geom1 && memory->key[3 * j + 1] == geom2;
}

/* The first contact of a pair, from slot *s on, which moves on behind it; -1: there are no more. Those of a pair follow
   each other, but for what is found along its way. */
static int next_of_pair(const rg_memory *memory, int geom1, int geom2, int *s) {
  int mask = memory->table_size - 1;
  while (memory->table[*s] >= 0) {
    int i = memory->table[*s];
    *s = (*s + 1) & mask;
    if (same_pair(memory, i, geom1, geom2)) return i;
  }
  return -1;
}

/* contact of that key, -1 where there is none */
static int find_contact(const rg_memory *memory, const int key[3]) {
  int s = slot_of(memory, key[0], key[1]), i;
  while ((i = next_of_pair(memory, key[0], key[1], &s)) >= 0)
    for (; i < memory->contacts && same_pair(memory, i, key[0], key[1]); i++)
      if (memory->key[3 * i + 2] == key[2]) return i;
  return -1;
}

/* contacts of a pair follow each other: the first one stands for them. The table is no larger than needed: most of the room
   for all contacts is never touched */
void rg_memory_index(rg_memory *memory) {
  const int *key = memory->key;
  int pairs = 0;
  for (int i = 0; i < memory->contacts; i++)
    pairs += i == 0 || !same_pair(memory, i - 1, key[3 * i], key[3 * i + 1]);
  memory->table_size = table_for(pairs);
  for (int s = 0; s < memory->table_size; s++) memory->table[s] = -1;
  for (int i = 0; i < memory->contacts; i++) {
    if (i > 0 && same_pair(memory, i - 1, key[3 * i], key[3 * i + 1])) continue;
    int s = slot_of(memory, key[3 * i], key[3 * i + 1]), mask = memory->table_size - 1;
    while (memory->table[s] >= 0) s = (s + 1) & mask;
    memory->table[s] = i;
  }
}

/* first contact of a pair, -1 where there is none */
static int find_pair(const rg_memory *memory, const rg_contact *contact) {
  int s = slot_of(memory, contact->geom1, contact->geom2);
  return next_of_pair(memory, contact->geom1, contact->geom2, &s);
}

static void contact_key(const rg_contact *contact, int key[3]) {
  key[0] = contact->geom1;
  key[1] = contact->geom2;
  key[2] = contact->feature;
}

static void row_key(const rg_constraints *constraints, int i, int key[3]) {
  key[0] = (int)constraints->kind[i];
  key[1] = constraints->object[i];
  key[2] = constraints->part[i];
}

/* moments of a contact into the axes of the world */
static void store_moment(rg_memory *memory, const rg_constraints *constraints, int i,
                         const double *r) {
  const double *frame = constraints->contact[i].frame;
  double *moment = memory->moment + 3 * i;
  rg_v3_zero(moment);
  for (int k = 3; k < rg_contact_width(constraints, i); k++)
    rg_v3_add_scaled(moment, r[k], frame + 3 * (k - 3));
}

/* and back */
static void recall_moment(const rg_memory *memory, const rg_constraints *constraints, int i,
                          double factor, double *r) {
  const double *frame = constraints->contact[i].frame;
  int j = memory->has_moments ? memory->found[i] : -1;
  for (int k = 3; k < constraints->dim; k++) {
    int known = j >= 0 && r[0] > 0 && k < rg_contact_width(constraints, i);
    r[k] = known ? factor * rg_v3_dot(frame + 3 * (k - 3), memory->moment + 3 * j) : 0;
  }
}

void rg_memory_store(rg_memory *memory, const rg_constraints *constraints, int extra, int rows,
                     const int *row_map, double dt, const double *impulse) {
  assert(dt > 0 && rows <= memory->most_rows && constraints->contacts <= memory->most_contacts);
  memory->dt = dt;
  memory->extra = extra;
  memory->rows = rows;
  memory->contacts = constraints->contacts;
  memory->has_moments = constraints->dim > 3;
  if (extra) memcpy(memory->extra_row, impulse, (size_t)extra * sizeof(double));
  for (int i = 0; i < rows; i++) {
    row_key(constraints, row_map ? row_map[i] : i, memory->row_key + 3 * i);
    memory->row[i] = impulse[extra + i];
  }
  for (int i = 0; i < constraints->contacts; i++) {
    const double *r = impulse + extra + rows + constraints->dim * i;
    const double *frame = constraints->contact[i].frame;
    if (memory->has_moments) store_moment(memory, constraints, i, r);
    contact_key(&constraints->contact[i], memory->key + 3 * i);
    double *world = memory->world + 6 * i;
    for (int k = 0; k < 3; k++) {
      world[k] = frame[k] * r[0] + frame[3 + k] * r[1] + frame[6 + k] * r[2];
      world[3 + k] = constraints->contact[i].position[k];
    }
  }
  rg_memory_index(memory);
}

/* rows keep their order from step to step, so that the search goes on where the last one ended */
static int find_row(const rg_memory *memory, const int key[3], int *next) {
  for (int k = 0; k < memory->rows; k++) {
    int i = (*next + k) % memory->rows;
    if (memcmp(memory->row_key + 3 * i, key, 3 * sizeof(int)) != 0) continue;
    *next = i + 1;
    return i;
  }
  return -1;
}

static double distance_square(const rg_memory *memory, int j, const rg_contact *contact) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    double d = memory->world[6 * j + 3 + k] - contact->position[k];
    sum += d * d;
  }
  return sum;
}

/* the nearest contact of the same pair that nobody claims; -1 where there is none */
static int find_nearest(rg_memory *memory, const rg_contact *contact) {
  int best = -1, first = find_pair(memory, contact);
  for (int j = first;
       j >= 0 && j < memory->contacts && same_pair(memory, j, contact->geom1, contact->geom2); j++)
    if (!memory->claimed[j] &&
        (best < 0 || distance_square(memory, j, contact) < distance_square(memory, best, contact)))
      best = j;
  if (best >= 0) memory->claimed[best] = 1;
  return best;
}

/* who of the last step each contact is: nearly always the one with the same number */
static void find_contacts(rg_memory *memory, const rg_constraints *constraints) {
  int key[3];
  if (memory->contacts) memset(memory->claimed, 0, (size_t)memory->contacts);
  for (int i = 0; i < constraints->contacts; i++) {
    contact_key(&constraints->contact[i], key);
    int same = i < memory->contacts && memcmp(memory->key + 3 * i, key, sizeof key) == 0;
    int j = same && !memory->claimed[i] ? i : find_contact(memory, key);
    memory->found[i] = j >= 0 && !memory->claimed[j] ? j : -1;
    if (j >= 0) memory->claimed[j] = 1;
    memory->unchanged &= same && j == i;
  }
  for (int i = 0; i < constraints->contacts; i++)
    if (memory->found[i] < 0) memory->found[i] = find_nearest(memory, &constraints->contact[i]);
}

void rg_memory_recall(rg_memory *memory, const rg_constraints *constraints, int extra, int rows,
                      const int *row_map, double dt, double *impulse) {
  assert(dt > 0 && rows <= memory->most_rows && constraints->contacts <= memory->most_contacts);
  double factor = memory->dt > 0 ? dt / memory->dt : 0;
  int key[3], next = 0;
  memory->unchanged = memory->extra == extra && memory->rows == rows &&
                      memory->contacts == constraints->contacts && memory->dt == dt;
  for (int i = 0; i < extra; i++)
    impulse[i] = i < memory->extra ? factor * memory->extra_row[i] : 0;
  for (int i = 0; i < rows; i++) {
    row_key(constraints, row_map ? row_map[i] : i, key);
    int j = memory->found_row[i] = find_row(memory, key, &next);
    impulse[extra + i] = j < 0 ? 0 : factor * memory->row[j];
    memory->unchanged &= j == i;
  }
  find_contacts(memory, constraints);
  for (int i = 0; i < constraints->contacts; i++) {
    double *r = impulse + extra + rows + constraints->dim * i;
    const double *frame = constraints->contact[i].frame;
    int j = memory->found[i];
    for (int k = 0; k < 3; k++) {
      const double *w = memory->world + 6 * (j < 0 ? 0 : j), *axis = frame + 3 * k;
      r[k] = j < 0 ? 0 : factor * (axis[0] * w[0] + axis[1] * w[1] + axis[2] * w[2]);
    }
    if (r[0] < 0) r[0] = r[1] = r[2] = 0;
    if (constraints->dim > 3) recall_moment(memory, constraints, i, factor, r);
  }
}

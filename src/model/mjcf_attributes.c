/* The values of MJCF attributes, and what is said about those that are wrong or passed over. */
#include "model/mjcf.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_OBJECTS = 2000000, REASON = 256 };

static void add_notice(rg_mjcf *m, const rg_xml *element, const char *attribute, const char *what,
                       const char *why) {
  int line, column;
  rg_xml_position(element, attribute, &line, &column);
  rg_spec_at(m->spec, element->file, line, column);
  rg_spec_add_notice(m->spec, "%s: %s", what, why);
}

/* a failure, or a notice where `lenient` */
RG_PRINTF(5, 0)
static void object(rg_mjcf *m, const rg_xml *element, const char *attribute, int lenient,
                   const char *format, va_list arguments) {
  if (m->status != RG_OK) return;
  char reason[REASON], what[128];
  vsnprintf(reason, sizeof reason, format, arguments);
  snprintf(what, sizeof what, "%s%s%s", element->name, attribute ? " " : "",
           attribute ? attribute : "");
  if (lenient) add_notice(m, element, attribute, what, reason);
  else m->status = rg_xml_fail(element, attribute, m->error, "%s", reason);
}

void rg_mjcf_fail(rg_mjcf *m, const rg_xml *element, const char *attribute, const char *format,
                  ...) {
  va_list arguments;
  va_start(arguments, format);
  object(m, element, attribute, 0, format, arguments);
  va_end(arguments);
}

void rg_mjcf_refuse(rg_mjcf *m, const rg_xml *element, const char *attribute, const char *format,
                    ...) {
  va_list arguments;
  va_start(arguments, format);
  object(m, element, attribute, m->lenient, format, arguments);
  va_end(arguments);
}

void rg_mjcf_notice(rg_mjcf *m, const rg_xml *element, const char *attribute, const char *what,
                    const char *why) {
  if (m->status != RG_OK) return;
  for (const rg_mjcf_mention *old = m->mentions; old; old = old->next)
    if (strcmp(old->what, what) == 0) return;
  rg_mjcf_mention *mention = RG_NEW(m->arena, rg_mjcf_mention, 1);
  const char *copy = rg_text_copy(m->arena, what, strlen(what));
  if (!mention || !copy) return;
  *mention = (rg_mjcf_mention){copy, m->mentions};
  m->mentions = mention;
  add_notice(m, element, attribute, what, why);
}

void rg_mjcf_unknown(rg_mjcf *m, const rg_xml *element, const char *parent) {
  rg_mjcf_refuse(m, element, NULL, "there is no element of this name inside '%s'", parent);
}

void rg_mjcf_at(rg_mjcf *m, const rg_xml *element) {
  rg_spec_at(m->spec, element->file, element->line, element->column);
}

/* --- values ------------------------------------------------------------------------------------
 */

int rg_mjcf_reals(rg_mjcf *m, const rg_xml *element, const char *name, int least, int most,
                  double *out) {
  assert(least >= 1 && least <= most && out);
  if (m->status != RG_OK || !rg_xml_get(element, name)) return 0;
  int count = 0;
  m->status = rg_xml_reals(element, name, least, most, out, &count, m->error);
  return m->status == RG_OK ? count : 0;
}

int rg_mjcf_real(rg_mjcf *m, const rg_xml *element, const char *name, double *out) {
  return rg_mjcf_reals(m, element, name, 1, 1, out);
}

void rg_mjcf_polynomial(rg_mjcf *m, const rg_xml *element, const char *name, double *first,
                        double more[2]) {
  double all[3] = {*first, more[0], more[1]};
  if (!rg_mjcf_reals(m, element, name, 1, 3, all)) return;
  *first = all[0];
  more[0] = all[1];
  more[1] = all[2];
}

void rg_mjcf_linear(rg_mjcf *m, const rg_xml *element, const char *name, double *out) {
  double more[2] = {0};
  rg_mjcf_polynomial(m, element, name, out, more);
  if (more[0] != 0 || more[1] != 0)
    rg_mjcf_refuse(
        m, element, name,
        "a polynomial is not supported here; give it to the joint, or its first number alone");
}

int rg_mjcf_int(rg_mjcf *m, const rg_xml *element, const char *name, int *out) {
  double value;
  if (!rg_mjcf_real(m, element, name, &value)) return 0;
  if (value != floor(value) || fabs(value) > INT_MAX) {
    rg_mjcf_fail(m, element, name, "is %g, must be an integer", value);
    return 0;
  }
  *out = (int)value;
  return 1;
}

int rg_mjcf_text(rg_mjcf *m, const rg_xml *element, const char *name, const char **out) {
  const char *value = m->status == RG_OK ? rg_xml_get(element, name) : NULL;
  if (!value) return 0;
  *out = value;
  return 1;
}

int rg_mjcf_word(rg_mjcf *m, const rg_xml *element, const char *name, const char *words, int *out) {
  const char *value = m->status == RG_OK ? rg_xml_get(element, name) : NULL;
  if (!value) return 0;
  size_t length = strlen(value);
  int index = 0;
  for (const char *word = words; *word; index++) {
    size_t size = strcspn(word, " ");
    if (size == length && memcmp(word, value, length) == 0) {
      *out = index;
      return 1;
    }
    word += size;
    word += strspn(word, " ");
  }
  rg_mjcf_fail(m, element, name, "is '%.40s', must be one of: %s", value, words);
  return 0;
}

int rg_mjcf_limited(rg_mjcf *m, const rg_xml *element, const char *name, int *out) {
  int word;
  if (!rg_mjcf_word(m, element, name, "false true auto", &word)) return 0;
  *out = word == 2 ? -1 : word;
  return 1;
}

const double *rg_mjcf_all_reals(rg_mjcf *m, const rg_xml *element, const char *name, int *count) {
  *count = 0;
  const char *value = m->status == RG_OK ? rg_xml_get(element, name) : NULL;
  if (!value) return NULL;
  int words = rg_xml_words(value);
  double *out = RG_RAW(m->arena, double, words);
  if (!out) {
    m->status = rg_fail(m->error, RG_NO_MEMORY, element->name, "too large for the memory");
    return NULL;
  }
  m->status = rg_xml_reals(element, name, 0, words, out, count, m->error);
  return m->status == RG_OK ? out : NULL;
}

const char *rg_mjcf_required(rg_mjcf *m, const rg_xml *element, const char *name) {
  const char *value = rg_xml_get(element, name);
  if (!value || !value[0]) {
    rg_mjcf_fail(m, element, value ? name : NULL, value ? "is empty" : "attribute '%s' is missing",
                 name);
    return NULL;
  }
  return value;
}

const char *rg_mjcf_name(rg_mjcf *m, const rg_xml *element) {
  const char *name = rg_xml_get(element, "name");
  if (!name || !name[0] || !m->suffix[0]) return name;
  size_t length = strlen(name), more = strlen(m->suffix);
  char *joined = RG_RAW(m->arena, char, length + more + 1);
  if (!joined) {
    if (m->status == RG_OK)
      m->status = rg_fail(m->error, RG_NO_MEMORY, element->name, "too large for the memory");
    return NULL;
  }
  memcpy(joined, name, length);
  memcpy(joined + length, m->suffix, more + 1);
  rg_mjcf_note_replica(m, element->name[0] == 'f' ? 'j' : element->name[0], name, m->suffix);
  return joined;
}

void rg_mjcf_count(rg_mjcf *m, const rg_xml *element) {
  /* the first memory that is refused ends it: what follows would only be counted */
  if (m->status == RG_OK && (m->arena->failed || m->spec->arena.failed))
    m->status = rg_fail_at(m->error, RG_NO_MEMORY, element->file, element->line, element->column,
                           element->name, "too large for the memory");
  if (++m->objects > MOST_OBJECTS)
    rg_mjcf_fail(m, element, NULL, "the model has more than %d objects", MOST_OBJECTS);
}

int rg_mjcf_accept(rg_mjcf *m, const rg_xml *element) {
  assert(m->spec && element->line > 0);
  rg_mjcf_count(m, element);
  if (m->status == RG_OK) rg_mjcf_at(m, element);
  return m->status == RG_OK;
}

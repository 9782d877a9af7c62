/* A small tree of XML elements that knows file, line and column of every element and attribute.

   Comments and processing instructions are passed over, and so is text beside elements: what an
   element without elements inside says is kept (SDFormat), for MJCF and URDF have all in attributes. Refused with a position: more than 500 levels, files over 512 MiB,
   attributes over 32 MiB, document types that declare anything (entity expansion), include cycles.
 */
#ifndef RG_XML_H
#define RG_XML_H

#include "base/arena.h"

#include <rigor/base.h>

typedef struct rg_xml_attribute {
  const char *name, *value;
} rg_xml_attribute;

typedef struct rg_xml {
  const char *name;
  const char *file; /* as it was opened */
  int line, column; /* of the '<', from 1 */
  int depth;        /* root: 1 */
  int attributes;
  const rg_xml_attribute *attribute;
  const char *text; /* without blanks around it, of elements that have none inside; NULL: none */
  const char *tag;  /* the start tag as it is written, for positions of attributes */
  size_t tag_size;
  struct rg_xml *first, *last, *next; /* children, and the next child of the same parent */
} rg_xml;

/* The tree lives in the arena. `text` must outlive it. */
rg_status rg_xml_parse(rg_arena *arena, const char *file, const char *text, size_t size,
                       rg_xml **root, rg_error *error);
rg_status rg_xml_read(rg_arena *arena, const char *path, rg_xml **root, rg_error *error);

/* Puts the children of the root of FILE in the place of every <include file="FILE"/>. FILE is
   looked for in the folder of the main file, then in the folder of the file that includes it. A
   file may be included once. */
rg_status rg_xml_include(rg_arena *arena, rg_xml *root, rg_error *error);

/* NULL where there is none. */
const char *rg_xml_get(const rg_xml *element, const char *attribute);
const rg_xml *rg_xml_child(const rg_xml *element, const char *name);

/* Where the name of an attribute is written; that of the element where it has no such attribute. */
void rg_xml_position(const rg_xml *element, const char *attribute, int *line, int *column);
/* RG_BAD_INPUT at that position; `attribute` may be NULL. */
rg_status rg_xml_fail(const rg_xml *element, const char *attribute, rg_error *error,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Reads the finite numbers of an attribute that is there: from `least` to `most` of them, *count in
   all. Needs the "C" locale. */
rg_status rg_xml_reals(const rg_xml *element, const char *attribute, int least, int most,
                       double *out, int *count, rg_error *error);
/* The same of the element's own text; none counts as no numbers. */
rg_status rg_xml_text_reals(const rg_xml *element, int least, int most, double *out, int *count,
                            rg_error *error);
/* How many blank-separated words an attribute has. */
int rg_xml_words(const char *value);

/* "FOLDER/NAME" in the arena, where FOLDER is the folder of `file`; NAME alone where it is absolute
   or `file` has no folder. NULL where memory ran out. */
const char *rg_path_beside(rg_arena *arena, const char *file, const char *name);
/* A copy in the arena. */
const char *rg_text_copy(rg_arena *arena, const char *text, size_t length);

#endif

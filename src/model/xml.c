/* The tree of an XML file, built by expat's events; includes; positions; lists of numbers. */
#include "model/xml.h"

#include "base/file.h"

#include <assert.h>
#include <expat.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
  DEEPEST = 500,
  LARGEST_FILE = 512 * 1024 * 1024,
  LARGEST_ATTRIBUTE = 32 * 1024 * 1024,
  DEEPEST_INCLUDE = 64,
  SHOWN = 24
};

static const char whitespace[] = " \t\n\r\v\f";

/* --- building the tree ----------------------------------------------------------------------- */

typedef struct builder {
  XML_Parser parser;
  rg_arena *arena;
  const char *file, *text;
  size_t size;
  rg_xml *root;
  rg_xml *open[DEEPEST + 1]; /* from the root to the innermost open element */
  int levels, base;          /* open elements; depth of the element that the file is put into */
  char *said;                /* text since the last tag */
  size_t said_size, said_room;
  rg_status status;
  rg_error *error;
} builder;

static int to_int(XML_Size value) { return value < INT_MAX ? (int)value : INT_MAX; }

/* stops the parser with our reason; the first one counts */
static void refuse(builder *b, const char *element, const char *attribute, rg_status status,
                   const char *reason) {
  if (b->status != RG_OK) return;
  int line = to_int(XML_GetCurrentLineNumber(b->parser));
  int column = to_int(XML_GetCurrentColumnNumber(b->parser)) + 1;
  b->status = rg_fail_at(b->error, status, b->file, line, column, element, "%s%s%s%s",
                         attribute ? "attribute '" : "", attribute ? attribute : "",
                         attribute ? "': " : "", reason);
  XML_StopParser(b->parser, XML_FALSE);
}

/* one block an element: the element, its attributes, their texts */
static rg_xml *new_element(builder *b, const char *name, const char **pairs) {
  size_t texts = strlen(name) + 1;
  int count = 0;
  for (; pairs[2 * count]; count++) {
    size_t value = strlen(pairs[2 * count + 1]);
    if (value > LARGEST_ATTRIBUTE) {
      refuse(b, name, pairs[2 * count], RG_BAD_INPUT, "is longer than 32 MiB");
      return NULL;
    }
    texts += strlen(pairs[2 * count]) + value + 2;
  }
  size_t head = sizeof(rg_xml) + (size_t)count * sizeof(rg_xml_attribute);
  char *block = rg_arena_alloc(b->arena, head + texts, 1);
  if (!block) {
    refuse(b, name, NULL, RG_NO_MEMORY, "too large for the memory");
    return NULL;
  }
  rg_xml *element = (rg_xml *)(void *)block;
  rg_xml_attribute *attribute = (rg_xml_attribute *)(void *)(block + sizeof(rg_xml));
  char *text = block + head;
  element->attributes = count;
  element->attribute = attribute;
  element->name = memcpy(text, name, strlen(name) + 1);
  text += strlen(name) + 1;
  for (int k = 0; k < 2 * count; k++) {
    size_t length = strlen(pairs[k]) + 1;
    memcpy(text, pairs[k], length);
    if (k % 2 == 0) attribute[k / 2].name = text;
    else attribute[k / 2].value = text;
    text += length;
  }
  return element;
}

static void append(rg_xml *parent, rg_xml *child) {
  if (parent->last) parent->last->next = child;
  else parent->first = child;
  parent->last = child;
}

static void on_start(void *data, const char *name, const char **pairs) {
  builder *b = data;
  if (b->status != RG_OK) return;
  if (b->base + b->levels >= DEEPEST) {
    refuse(b, name, NULL, RG_BAD_INPUT, "more than 500 elements are nested in each other");
    return;
  }
  rg_xml *element = new_element(b, name, pairs);
  if (!element) return;
  element->file = b->file;
  element->line = to_int(XML_GetCurrentLineNumber(b->parser));
  element->column = to_int(XML_GetCurrentColumnNumber(b->parser)) + 1;
  // remember the start tag: an attribute's position is looked up only when it is asked for
  XML_Index at = XML_GetCurrentByteIndex(b->parser);
  int bytes = XML_GetCurrentByteCount(b->parser);
  if (at >= 0 && bytes > 0 && (size_t)at + (size_t)bytes <= b->size) {
    element->tag = b->text + at;
    element->tag_size = (size_t)bytes;
  }
  if (b->levels > 0) append(b->open[b->levels - 1], element);
  else b->root = element;
  b->open[b->levels++] = element;
  b->said_size = 0;
  element->depth = b->base + b->levels;
}

/* text comes in pieces */
static void on_text(void *data, const char *piece, int length) {
  builder *b = data;
  size_t size = b->said_size + (size_t)length, room = b->said_room ? b->said_room : 256;
  if (b->status != RG_OK) return;
  // blanks between elements are most of it
  if (b->said_size == 0)
    while (length > 0 && strchr(whitespace, *piece)) piece++, length--;
  if (length == 0) return;
  if (size > LARGEST_ATTRIBUTE) {
    refuse(b, "text", NULL, RG_BAD_INPUT, "is longer than 32 MiB");
    return;
  }
  while (room < size) room *= 2;
  if (room > b->said_room) {
    char *more = RG_RAW(b->arena, char, room);
    if (!more) {
      refuse(b, "text", NULL, RG_NO_MEMORY, "too large for the memory");
      return;
    }
    if (b->said_size > 0) memcpy(more, b->said, b->said_size);
    b->said = more;
    b->said_room = room;
  }
  memcpy(b->said + b->said_size, piece, (size_t)length);
  b->said_size += (size_t)length;
}

static void keep_text(builder *b, rg_xml *element) {
  size_t size = b->said_size;
  while (size > 0 && strchr(whitespace, b->said[size - 1])) size--;
  if (size > 0 && !element->first) element->text = rg_text_copy(b->arena, b->said, size);
  if (size > 0 && !element->first && !element->text)
    refuse(b, element->name, NULL, RG_NO_MEMORY, "too large for the memory");
}

static void on_end(void *data, const char *name) {
  (void)name;
  builder *b = data;
  if (b->status != RG_OK) return;
  keep_text(b, b->open[--b->levels]);
  b->said_size = 0;
}

/* a document type may declare entities that grow without bound, or attributes that nobody wrote */
static void on_doctype(void *data, const char *name, const char *system_id, const char *public_id,
                       int has_declarations) {
  (void)name;
  builder *b = data;
  if (has_declarations || system_id || public_id)
    refuse(b, "DOCTYPE", NULL, RG_BAD_INPUT,
           "declarations (entities, attributes) and external document types are refused");
}

static rg_status build(builder *b) {
  XML_SetUserData(b->parser, b);
  XML_SetElementHandler(b->parser, on_start, on_end);
  XML_SetCharacterDataHandler(b->parser, on_text);
  XML_SetStartDoctypeDeclHandler(b->parser, on_doctype);
  enum XML_Status parsed = XML_Parse(b->parser, b->text, (int)b->size, 1);
  if (b->status != RG_OK || parsed == XML_STATUS_OK) return b->status;
  enum XML_Error code = XML_GetErrorCode(b->parser);
  int line = to_int(XML_GetCurrentLineNumber(b->parser));
  int column = to_int(XML_GetCurrentColumnNumber(b->parser)) + 1;
  return rg_fail_at(b->error, code == XML_ERROR_NO_MEMORY ? RG_NO_MEMORY : RG_BAD_INPUT, b->file,
                    line, column, "XML", "%s", XML_ErrorString(code));
}

static rg_status parse_at_depth(rg_arena *arena, const char *file, const char *text, size_t size,
                                int depth, rg_xml **root, rg_error *error) {
  *root = NULL;
  if (size == 0) return rg_fail_at(error, RG_BAD_INPUT, file, 1, 1, "XML", "the file is empty");
  if (size > LARGEST_FILE)
    return rg_fail_at(error, RG_BAD_INPUT, file, 1, 1, "XML", "the file is larger than 512 MiB");
  builder *b = RG_NEW(arena, builder, 1);
  XML_Parser parser = b ? XML_ParserCreate(NULL) : NULL;
  const char *name = rg_text_copy(arena, file, strlen(file));
  if (!parser || !name) {
    if (parser) XML_ParserFree(parser);
    return rg_fail_at(error, RG_NO_MEMORY, file, 0, 0, "XML", "too large for the memory");
  }
  b->parser = parser;
  b->arena = arena;
  b->file = name;
  b->text = text;
  b->size = size;
  b->base = depth;
  b->error = error;
  rg_status status = build(b);
  XML_ParserFree(parser);
  if (status == RG_OK) *root = b->root;
  return status;
}

rg_status rg_xml_parse(rg_arena *arena, const char *file, const char *text, size_t size,
                       rg_xml **root, rg_error *error) {
  assert(arena && file && root && (text || size == 0));
  return parse_at_depth(arena, file, text, size, 0, root, error);
}

static rg_status read_at_depth(rg_arena *arena, const char *path, int depth, rg_xml **root,
                               rg_error *error) {
  *root = NULL;
  // a file that is too large is not even loaded
  struct stat facts;
  if (stat(path, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > LARGEST_FILE)
    return rg_fail_at(error, RG_BAD_INPUT, path, 1, 1, "XML", "the file is larger than 512 MiB");
  char *bytes = NULL;
  size_t size = 0;
  rg_status status = rg_file_load(path, &bytes, &size, error);
  if (status != RG_OK) return status;
  // the tree points into the text, so the text moves into the arena
  const char *text = size <= LARGEST_FILE ? rg_text_copy(arena, bytes, size) : "";
  if (text) status = parse_at_depth(arena, path, text, size, depth, root, error);
  else status = rg_fail_at(error, RG_NO_MEMORY, path, 0, 0, "XML", "too large for the memory");
  free(bytes);
  return status;
}

rg_status rg_xml_read(rg_arena *arena, const char *path, rg_xml **root, rg_error *error) {
  return read_at_depth(arena, path, 0, root, error);
}

/* --- includes -------------------------------------------------------------------------------- */

typedef struct included_file {
  dev_t device;
  ino_t number;
  const struct included_file *outer; /* the file that includes it */
  struct included_file *earlier;     /* in the order of reading */
} included_file;

typedef struct includer {
  rg_arena *arena;
  const char *main_file;
  included_file *files; /* every file that was read */
  rg_error *error;
} includer;

static rg_status expand(includer *self, rg_xml *parent, const included_file *inside, int nesting);

/* the file of an include: beside the main file, else beside the file that includes it */
static const char *find_included(includer *self, const rg_xml *element, const char *name,
                                 struct stat *facts) {
  const char *path = rg_path_beside(self->arena, self->main_file, name);
  if (path && stat(path, facts) == 0) return path;
  path = rg_path_beside(self->arena, element->file, name);
  return path && stat(path, facts) == 0 ? path : NULL;
}

static rg_status check_once(includer *self, const rg_xml *element, const char *name,
                            const struct stat *facts, const included_file *inside) {
  for (const included_file *f = inside; f; f = f->outer)
    if (f->device == facts->st_dev && f->number == facts->st_ino)
      return rg_xml_fail(element, "file", self->error, "'%s' includes itself (a cycle of includes)",
                         name);
  for (const included_file *f = self->files; f; f = f->earlier)
    if (f->device == facts->st_dev && f->number == facts->st_ino)
      return rg_xml_fail(element, "file", self->error, "'%s' was included before", name);
  return RG_OK;
}

/* reads the file of one include element and expands what it includes itself */
static rg_status read_included(includer *self, const rg_xml *element, const included_file *inside,
                               int nesting, rg_xml **root) {
  const char *name = rg_xml_get(element, "file");
  struct stat facts;
  if (!name || !name[0])
    return rg_xml_fail(element, NULL, self->error, "attribute 'file' is missing");
  if (nesting >= DEEPEST_INCLUDE)
    return rg_xml_fail(element, "file", self->error, "more than %d files include each other",
                       DEEPEST_INCLUDE);
  const char *path = find_included(self, element, name, &facts);
  if (!path) return rg_xml_fail(element, "file", self->error, "there is no file '%s'", name);
  rg_status status = check_once(self, element, name, &facts, inside);
  if (status != RG_OK) return status;
  included_file *file = RG_NEW(self->arena, included_file, 1);
  if (!file) return rg_fail(self->error, RG_NO_MEMORY, "include", "too large for the memory");
  *file = (included_file){facts.st_dev, facts.st_ino, inside, self->files};
  self->files = file;
  status = read_at_depth(self->arena, path, element->depth - 2, root, self->error);
  return status == RG_OK ? expand(self, *root, file, nesting + 1) : status;
}

static rg_status expand(includer *self, rg_xml *parent, const included_file *inside, int nesting) {
  rg_xml *before = NULL;
  for (rg_xml *child = parent->first; child;) {
    rg_status status = RG_OK;
    if (strcmp(child->name, "include") != 0) {
      status = expand(self, child, inside, nesting);
      before = child;
      child = child->next;
    } else {
      // the children of the other root take the place of the include
      rg_xml *root = NULL, *after = child->next;
      status = read_included(self, child, inside, nesting, &root);
      if (status != RG_OK) return status;
      rg_xml *head = root->first ? root->first : after;
      if (root->last) root->last->next = after;
      if (before) before->next = head;
      else parent->first = head;
      if (root->last) before = root->last;
      if (!after) parent->last = before;
      child = after;
    }
    if (status != RG_OK) return status;
  }
  return RG_OK;
}

rg_status rg_xml_include(rg_arena *arena, rg_xml *root, rg_error *error) {
  assert(arena && root);
  includer self = {.arena = arena, .main_file = root->file, .error = error};
  included_file first = {0};
  struct stat facts;
  int known = stat(root->file, &facts) == 0;
  if (known) first = (included_file){.device = facts.st_dev, .number = facts.st_ino};
  return expand(&self, root, known ? &first : NULL, 0);
}

/* --- looking up ------------------------------------------------------------------------------ */

const char *rg_xml_get(const rg_xml *element, const char *attribute) {
  for (int k = 0; k < element->attributes; k++)
    if (strcmp(element->attribute[k].name, attribute) == 0) return element->attribute[k].value;
  return NULL;
}

const rg_xml *rg_xml_child(const rg_xml *element, const char *name) {
  for (const rg_xml *child = element->first; child; child = child->next)
    if (strcmp(child->name, name) == 0) return child;
  return NULL;
}

/* steps over one character and keeps count; bytes 10xxxxxx continue a character */
static const char *step(const char *at, int *line, int *column) {
  if (*at == '\n') {
    ++*line;
    *column = 1;
  } else if (((unsigned char)*at & 0xC0) != 0x80) ++*column;
  return at + 1;
}

static int is_name_end(char c) { return c == '=' || c == 0 || strchr(whitespace, c) != NULL; }

void rg_xml_position(const rg_xml *element, const char *attribute, int *line, int *column) {
  *line = element->line;
  *column = element->column;
  if (!attribute || !element->tag) return;
  const char *at = element->tag, *end = at + element->tag_size;
  int l = *line, c = *column;
  size_t length = strlen(attribute);
  char quote = 0;
  for (char previous = 0; at < end; previous = *at, at = step(at, &l, &c)) {
    // a name begins after a blank, outside quotes
    int begins = !quote && previous && strchr(whitespace, previous);
    if (begins && (size_t)(end - at) > length && memcmp(at, attribute, length) == 0 &&
        is_name_end(at[length])) {
      *line = l;
      *column = c;
      return;
    }
    if (quote && *at == quote) quote = 0;
    else if (!quote && (*at == '"' || *at == '\'')) quote = *at;
  }
}

rg_status rg_xml_fail(const rg_xml *element, const char *attribute, rg_error *error,
                      const char *format, ...) {
  char reason[sizeof error->reason];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  int line, column;
  rg_xml_position(element, attribute, &line, &column);
  return rg_fail_at(error, RG_BAD_INPUT, element->file, line, column, element->name, "%s%s%s%s",
                    attribute ? "attribute '" : "", attribute ? attribute : "",
                    attribute ? "': " : "", reason);
}

/* --- numbers --------------------------------------------------------------------------------- */

int rg_xml_words(const char *value) {
  int words = 0;
  for (value += strspn(value, whitespace); *value; value += strspn(value, whitespace)) {
    value += strcspn(value, whitespace);
    words++;
  }
  return words;
}

static rg_status fail_number(const rg_xml *element, const char *attribute, const char *word,
                             rg_error *error, const char *expected) {
  // show the word, without what a terminal would not print
  char shown[SHOWN + 1];
  size_t length = strcspn(word, whitespace);
  if (length > SHOWN) length = SHOWN;
  for (size_t k = 0; k < length; k++) shown[k] = word[k] > ' ' && word[k] < 127 ? word[k] : '?';
  shown[length] = 0;
  return rg_xml_fail(element, attribute, error, "expected %s, found '%s'", expected, shown);
}

/* numbers of a text that stands in an attribute, or in the element itself (attribute NULL) */
static rg_status read_reals(const rg_xml *element, const char *attribute, const char *at, int least,
                            int most, double *out, int *count, rg_error *error) {
  assert(least >= 0 && least <= most && out);
  int found = 0;
  for (at += strspn(at, whitespace); *at; at += strspn(at, whitespace)) {
    char *stop = NULL;
    double value = strtod(at, &stop);
    // strtod also reads words and hexadecimal numbers: those are no numbers here
    int plain = strcspn(at, "xXnNpP") >= strcspn(at, whitespace);
    if (stop == at || (*stop && !strchr(whitespace, *stop)) || (!plain && isfinite(value)))
      return fail_number(element, attribute, at, error, "a number");
    if (!isfinite(value)) return fail_number(element, attribute, at, error, "a finite number");
    if (found < most) out[found] = value;
    found++;
    at = stop;
  }
  if (count) *count = found;
  if (found >= least && found <= most) return RG_OK;
  if (least == most)
    return rg_xml_fail(element, attribute, error, "has %d numbers, must have %d", found, least);
  return rg_xml_fail(element, attribute, error, "has %d numbers, must have from %d to %d", found,
                     least, most);
}

rg_status rg_xml_reals(const rg_xml *element, const char *attribute, int least, int most,
                       double *out, int *count, rg_error *error) {
  return read_reals(element, attribute, rg_xml_get(element, attribute), least, most, out, count,
                    error);
}

rg_status rg_xml_text_reals(const rg_xml *element, int least, int most, double *out, int *count,
                            rg_error *error) {
  return read_reals(element, NULL, element->text ? element->text : "", least, most, out, count,
                    error);
}

/* --- texts and paths ------------------------------------------------------------------------- */

const char *rg_text_copy(rg_arena *arena, const char *text, size_t length) {
  char *copy = RG_RAW(arena, char, length + 1);
  if (!copy) return NULL;
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

const char *rg_path_beside(rg_arena *arena, const char *file, const char *name) {
  assert(file && name);
  const char *slash = strrchr(file, '/');
  size_t folder = slash && name[0] != '/' ? (size_t)(slash - file) + 1 : 0;
  size_t length = strlen(name);
  char *path = RG_RAW(arena, char, folder + length + 1);
  if (!path) return NULL;
  memcpy(path, file, folder);
  memcpy(path + folder, name, length + 1);
  return path;
}

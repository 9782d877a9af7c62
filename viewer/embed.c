/* Puts script and style into the page and writes the whole as a C file, cut where the data go; a part of the build.
   Usage: embed OUT.c OUT.html PAGE.html STYLE.css SCRIPT.js LICENCES
          embed OUT.c REASON        a C file without a page, that says why
          embed --engine OUT.c ENGINE.wasm.gz WORKER.js
          embed --engine OUT.c REASON */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 4000 }; /* bytes a literal: compilers need not take more than 4095 */

static void die(const char *what, const char *path) {
  fprintf(stderr, "embed: %s %s\n", what, path);
  exit(1);
}

/* with a 0 behind the last byte; `bytes` may be NULL */
static char *read_bytes(const char *path, size_t *bytes) {
  FILE *f = fopen(path, "rb");
  if (!f || fseek(f, 0, SEEK_END)) die("cannot read", path);
  long size = ftell(f);
  char *text = calloc((size_t)size + 1, 1);
  rewind(f);
  if (!text || fread(text, 1, (size_t)size, f) != (size_t)size) die("cannot read", path);
  fclose(f);
  if (bytes) *bytes = (size_t)size;
  return text;
}

static char *read_file(const char *path) { return read_bytes(path, NULL); }

static FILE *open_file(const char *path) {
  FILE *f = fopen(path, "wb");
  if (!f) die("cannot write", path);
  return f;
}

static void close_file(FILE *f, const char *path) {
  if (ferror(f) | fclose(f)) die("cannot write", path);
}

/* `text` with `by` in the place of every `what` */
static char *replace(const char *text, const char *what, const char *by) {
  size_t count = 0, step = strlen(what);
  for (const char *c = strstr(text, what); c; c = strstr(c + step, what)) count++;
  char *made = malloc(strlen(text) + count * strlen(by) + 1), *at = made;
  if (!made) die("no memory for", what);
  for (const char *next; (next = strstr(text, what)); text = next + step) {
    memcpy(at, text, (size_t)(next - text));
    at = stpcpy(at + (next - text), by);
  }
  strcpy(at, text);
  return made;
}

static void put_literal(FILE *f, const char *text, size_t length) {
  fputc('"', f);
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c < ' ' || c > '~' || strchr("\"\\?", c)) fprintf(f, "\\%03o", c);
    else fputc(c, f);
  }
  fputc('"', f);
}

static void put_array(FILE *f, const char *name, const char *text) {
  size_t length = strlen(text);
  fprintf(f, "const char *const %s[] = {\n", name);
  for (size_t at = 0; at < length; at += PIECE) {
    put_literal(f, text + at, length - at < PIECE ? length - at : PIECE);
    fputs(",\n", f);
  }
  fputs("0};\n", f);
}

static void write_source(const char *path, const char *head, const char *tail,
                         const char *missing) {
  FILE *f = open_file(path);
  fputs("/* Made by viewer/embed.c. */\n#include \"scene/scene.h\"\n\nconst char rg_page_missing[] "
        "= ",
        f);
  put_literal(f, missing, strlen(missing));
  fputs(";\n", f);
  put_array(f, "rg_page_head", head);
  put_array(f, "rg_page_tail", tail);
  close_file(f, path);
}

/* text between two others, the caller's to free */
static char *between(const char *before, const char *text, const char *after) {
  size_t size = strlen(before) + strlen(text) + strlen(after) + 1;
  char *made = malloc(size);
  if (!made) die("no memory for", before);
  snprintf(made, size, "%s%s%s", before, text, after);
  return made;
}

static char *make_page(char **argument) {
  char *page = read_file(argument[0]), *style = read_file(argument[1]),
       *script = read_file(argument[2]);
  // nothing may end the element early
  char *harmless = replace(script, "</script", "<\\/script");
  char *styled = between("<style>\n", style, "</style>"),
       *scripted = between("<script>\n", harmless, "</script>");
  char *half = replace(page, "<!--rigor-style-->", styled),
       *whole = replace(half, "<!--rigor-script-->", scripted);
  free(page), free(style), free(script), free(harmless), free(styled), free(scripted), free(half);
  return whole;
}

/* --- the engine ------------------------------------------------------------------------------- */

static char *base64(const char *bytes, size_t size) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char *text = calloc(size / 3 * 4 + 5, 1), *at = text;
  if (!text) die("no memory for", "the engine");
  for (size_t i = 0; i < size; i += 3) {
    unsigned long word = 0;
    for (size_t k = 0; k < 3; k++)
      word = word << 8 | (i + k < size ? (unsigned char)bytes[i + k] : 0);
    for (size_t k = 0; k < 4; k++) *at++ = k > size - i ? '=' : digits[word >> 6 * (3 - k) & 63];
  }
  return text;
}

static int write_engine(const char *out, const char *wasm, const char *worker,
                        const char *missing) {
  FILE *f = open_file(out);
  fputs("/* Made by viewer/embed.c. */\n#include \"scene/scene.h\"\n\n"
        "const char rg_page_engine_missing[] = ",
        f);
  put_literal(f, missing, strlen(missing));
  fputs(";\n", f);
  char *text = NULL;
  if (wasm) {
    size_t size;
    char *bytes = read_bytes(wasm, &size), *script = read_file(worker);
    char *harmless = replace(script, "</script", "<\\/script"), *coded = base64(bytes, size);
    char *one = between("<script id=\"rigor-engine\" type=\"application/octet-stream\">", coded,
                        "</script>\n<script id=\"rigor-worker\" type=\"text/plain\">");
    text = between(one, harmless, "</script>\n");
    free(bytes), free(script), free(harmless), free(coded), free(one);
  }
  put_array(f, "rg_page_engine", text ? text : "");
  free(text);
  close_file(f, out);
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 3 && strcmp(argv[1], "--engine") == 0)
    return argc == 5 ? write_engine(argv[2], argv[3], argv[4], "")
                     : write_engine(argv[2], NULL, NULL, argv[3]);
  static const char marker[] = "<!--rigor-data-->";
  if (argc == 3) {
    write_source(argv[1], "", "", argv[2]);
    return 0;
  }
  if (argc != 7) die("Usage:", "embed OUT.c OUT.html PAGE.html STYLE.css SCRIPT.js LICENCES");
  char *page = make_page(argv + 3);
  FILE *f = open_file(argv[2]);
  fputs(page, f);
  close_file(f, argv[2]);
  char *cut = strstr(page, marker);
  if (!cut) die("no place for the data in", argv[3]);
  *cut = 0;
  // what is bundled keeps its licence
  char *licences = read_file(argv[6]), *quiet = replace(licences, "--", "- -");
  char *comment = between("<!--\n", quiet, "\n-->\n"),
       *tail = between(cut + strlen(marker), "", comment);
  write_source(argv[1], page, tail, "");
  free(licences), free(quiet), free(comment), free(tail), free(page);
  return 0;
}

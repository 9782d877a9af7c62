/* Random models as MJCF text, the same everywhere: trees of bodies with sites, spheres and cylinders. */
#ifndef RANDOM_XML_H
#define RANDOM_XML_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct xml_text {
  char *text;
  size_t size, room;
  uint64_t seed;
} xml_text;

/* uniform in [-1, 1) */
static inline double xml_draw(xml_text *x) {
  x->seed = x->seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(x->seed >> 11) / 4503599627370496.0 - 1;
}
/* one of 0 .. n - 1 */
static inline int xml_pick(xml_text *x, int n) {
  int k = (int)((xml_draw(x) + 1) / 2 * n);
  return k < n ? k : n - 1;
}

__attribute__((format(printf, 2, 3))) static inline void xml_put(xml_text *x, const char *format,
                                                                 ...) {
  char line[2048];
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (x->size + (size_t)n + 1 > x->room) {
    x->room = 2 * (x->size + (size_t)n + 1);
    x->text = realloc(x->text, x->room);
  }
  memcpy(x->text + x->size, line, (size_t)n + 1);
  x->size += (size_t)n;
}

static inline void xml_numbers(xml_text *x, const char *name, int n, double size) {
  xml_put(x, " %s=\"", name);
  for (int k = 0; k < n; k++) xml_put(x, "%s%.6f", k ? " " : "", size * xml_draw(x));
  xml_put(x, "\"");
}

static inline void xml_pose(xml_text *x, double size) {
  xml_numbers(x, "pos", 3, size);
  xml_put(x, " quat=\"%.6f %.6f %.6f %.6f\"", 1.2 + xml_draw(x), xml_draw(x), xml_draw(x),
          xml_draw(x));
}

/* what every body of a random tree has: joints by `kind`, mass, sites, a sphere and a cylinder that
   touch nothing */
static inline void xml_contents(xml_text *x, int body, int parent, const char *joint_more) {
  static const char *const types[] = {"hinge", "slide", "ball", "hinge"};
  int kind = xml_pick(x, 4);
  if (parent < 0 && body % 3 == 0) xml_put(x, "<freejoint name=\"j%d\"/>", body);
  else {
    xml_put(x, "<joint name=\"j%d\" type=\"%s\"", body, types[kind]);
    xml_numbers(x, "pos", 3, 0.2);
    xml_put(x, " axis=\"%.6f %.6f %.6f\" armature=\"0.01\" %s/>", xml_draw(x), xml_draw(x),
            1.2 + xml_draw(x), joint_more);
    if (kind == 1) {
      xml_put(x, "<joint name=\"k%d\" type=\"hinge\"", body);
      xml_numbers(x, "pos", 3, 0.2);
      xml_put(x, " axis=\"%.6f %.6f %.6f\"/>", xml_draw(x), 1.2 + xml_draw(x), xml_draw(x));
    }
  }
  xml_put(x, "<inertial mass=\"%.6f\" diaginertia=\"%.6f %.6f %.6f\"", 1.5 + xml_draw(x),
          0.1 + 0.03 * xml_draw(x), 0.1 + 0.03 * xml_draw(x), 0.1 + 0.03 * xml_draw(x));
  xml_pose(x, 0.2);
  xml_put(x, "/>");
  for (int k = 0; k < 2; k++) {
    xml_put(x, "<site name=\"s%d_%d\"", body, k);
    xml_pose(x, 0.5);
    xml_put(x, "/>");
  }
  xml_put(x, "<site name=\"f%d\"", body);
  xml_numbers(x, "pos", 3, 0.5);
  xml_put(x, "/>");
  xml_put(x, "<geom name=\"b%d\" type=\"sphere\" size=\"%.6f\" contype=\"0\" conaffinity=\"0\"",
          body, 0.12 + 0.08 * xml_draw(x));
  xml_pose(x, 0.2);
  xml_put(x, "/><site name=\"in_b%d\"", body);
  xml_pose(x, 0.01);
  xml_put(x,
          "/><geom name=\"c%d\" type=\"cylinder\" size=\"%.6f 0.3\" contype=\"0\" "
          "conaffinity=\"0\"",
          body, 0.12 + 0.08 * xml_draw(x));
  xml_pose(x, 0.2);
  xml_put(x, "/>");
}

static inline void xml_body(xml_text *x, const int *parents, int n, int body, const char *more) {
  xml_put(x, "<body name=\"body%d\"", body);
  xml_pose(x, 0.4);
  xml_put(x, ">");
  xml_contents(x, body, parents[body], more);
  for (int child = body + 1; child < n; child++)
    if (parents[child] == body) xml_body(x, parents, n, child, more);
  xml_put(x, "</body>\n");
}

/* a <worldbody> of n bodies, some of them on the world */
static inline void xml_world(xml_text *x, int n, const char *joint_more) {
  int parents[64];
  for (int b = 0; b < n; b++) parents[b] = xml_pick(x, b + 1) - 1;
  xml_put(
      x,
      "<worldbody><site name=\"w0\" pos=\"0.3 0.1 0.2\"/><site name=\"w1\" pos=\"-0.2 0.4 0.1\"/>");
  for (int b = 0; b < n; b++)
    if (parents[b] < 0) xml_body(x, parents, n, b, joint_more);
  xml_put(x, "</worldbody>\n");
}

#endif

/* Reports: SVG is read back with expat and compared with the geometry that it must show; text
   with what was written by hand; HTML for links, levels and the absence of anything from
   outside. */
#include <rigor/report.h>

#include "counted_malloc.h"
#include "record/scratch.h"

#include <expat.h>

#include <float.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* --- reading SVG back ------------------------------------------------------------------------- */

enum { MOST_TEXTS = 200 };

typedef struct seen {
  int texts, depth_of_text;
  struct {
    char text[200];
    double x, y;
  } text[MOST_TEXTS];
  char curve[1 << 16]; /* d of the last path without a fill inside a coloured group */
  char points[1 << 12], bars[1 << 10];
  double rx, ry, width, height;
  int curves, elements;
} seen;

static seen svg;

static const char *attribute(const char **list, const char *name) {
  for (; *list; list += 2)
    if (strcmp(list[0], name) == 0) return list[1];
  return NULL;
}

static double number(const char **list, const char *name) {
  const char *text = attribute(list, name);
  return text ? strtod(text, NULL) : (double)NAN;
}

static void on_start(void *data, const char *name, const char **list) {
  (void)data;
  // no coordinate is NaN or infinite, and none is written for another locale
  for (const char **a = list; *a; a += 2) {
    if (strcmp(a[0], "aria-label") == 0) continue;
    if (strstr(a[1], "nan") || strstr(a[1], "inf")) fail_msg("%s=\"%s\"", a[0], a[1]);
    if (strcmp(a[0], "d") == 0 && strpbrk(a[1], ",e")) fail_msg("%s=\"%s\"", a[0], a[1]);
  }
  if (svg.elements++ == 0) {
    svg.width = number(list, "width");
    svg.height = number(list, "height");
  }
  svg.depth_of_text = strcmp(name, "text") == 0;
  if (svg.depth_of_text && svg.texts < MOST_TEXTS) {
    svg.text[svg.texts].text[0] = 0;
    svg.text[svg.texts].x = number(list, "x");
    svg.text[svg.texts++].y = number(list, "y");
  }
  if (strcmp(name, "ellipse") == 0) {
    svg.rx = number(list, "rx");
    svg.ry = number(list, "ry");
  }
  if (strcmp(name, "polygon") == 0)
    snprintf(svg.points, sizeof svg.points, "%s", attribute(list, "points"));
  if (strcmp(name, "path") == 0 && attribute(list, "fill-opacity"))
    snprintf(svg.bars, sizeof svg.bars, "%s", attribute(list, "d"));
  // curves have round joints, the grid and the frame have not
  if (strcmp(name, "path") == 0 && attribute(list, "stroke-linejoin") &&
      attribute(list, "stroke-linecap")) {
    svg.curves++;
    snprintf(svg.curve, sizeof svg.curve, "%s", attribute(list, "d"));
  }
}

static void on_text(void *data, const char *text, int length) {
  (void)data;
  if (!svg.depth_of_text || svg.texts == 0) return;
  char *to = svg.text[svg.texts - 1].text;
  size_t used = strlen(to);
  snprintf(to + used, sizeof svg.text[0].text - used, "%.*s", length, text);
}

static void on_end(void *data, const char *name) {
  (void)data;
  if (strcmp(name, "text") == 0) svg.depth_of_text = 0;
}

/* writes the plot, reads it back and frees it */
static void show(rg_plot *plot) {
  rg_error error;
  const char *path = scratch_path("plot.svg");
  assert_int_equal(rg_plot_write_svg(plot, path, &error), RG_OK);
  rg_plot_free(plot);
  size_t size = 0;
  char *bytes = scratch_load(path, &size);
  assert_non_null(bytes);
  memset(&svg, 0, sizeof svg);
  XML_Parser parser = XML_ParserCreate(NULL);
  XML_SetElementHandler(parser, on_start, on_end);
  XML_SetCharacterDataHandler(parser, on_text);
  if (XML_Parse(parser, bytes, (int)size, 1) != XML_STATUS_OK)
    fail_msg("%s in\n%s", XML_ErrorString(XML_GetErrorCode(parser)), bytes);
  XML_ParserFree(parser);
  free(bytes);
}

static int find_text(const char *text) {
  for (int k = 0; k < svg.texts; k++)
    if (strcmp(svg.text[k].text, text) == 0) return k;
  return -1;
}

static void assert_text(const char *text) {
  if (find_text(text) < 0) fail_msg("'%s' is not in the picture", text);
}

/* px of two ticks with their values give px of any value */
static double between_ticks(const char *a, const char *b, double share, int vertical) {
  assert_text(a);
  assert_text(b);
  int i = find_text(a), j = find_text(b);
  double from = vertical ? svg.text[i].y : svg.text[i].x,
         to = vertical ? svg.text[j].y : svg.text[j].x;
  return from + share * (to - from);
}

/* "M1 2 3 4M5 6 7 8h0": all coordinates in order; returns how many strokes */
static int read_curve(double (*points)[2], int most, int *count) {
  int strokes = 0;
  *count = 0;
  for (char *p = svg.curve; *p;) {
    if (*p == 'M') {
      strokes++;
      p++;
    }
    if (strncmp(p, "h0", 2) == 0) {
      p += 2;
      continue;
    }
    if (!*p) break;
    double x = strtod(p, &p), y = strtod(p, &p);
    if (*count < most) {
      points[*count][0] = x;
      points[*count][1] = y;
    }
    ++*count;
  }
  return strokes;
}

/* --- plots ------------------------------------------------------------------------------------ */

static void ticks_are_round_numbers(void **state) {
  (void)state;
  double x[] = {0, 10}, y[] = {-0.3, 0.3};
  rg_plot *plot = rg_plot_new("t", "time [s]", "height [m]");
  rg_plot_series(plot, NULL, RG_SERIES_LINE, 2, x, y);
  show(plot);
  assert_text("time [s]");
  assert_text("height [m]");
  assert_text("0");
  assert_text("10");
  assert_text("−0.3");
  assert_text("0.0");
  assert_text("0.3");

  // 1, 2, 5: sixteen in about eight steps
  double sixteen[] = {0, 16};
  plot = rg_plot_new("t", "", "");
  rg_plot_series(plot, NULL, RG_SERIES_LINE, 2, sixteen, y);
  show(plot);
  assert_text("2");
  assert_text("14");
  assert_true(find_text("1") < 0 && find_text("5") < 0);

  // what is counted has no halves between
  double steps[] = {0, 1, 2, 3}, level[] = {0.1, 0.2, 0.3, 0.5};
  plot = rg_plot_new("t", "step", "y");
  rg_plot_series(plot, NULL, RG_SERIES_LINE_POINTS, 4, steps, level);
  show(plot);
  assert_text("1");
  assert_true(find_text("2.5") < 0);

  // large numbers get a common factor, small differences their digits
  double big[] = {0, 3e7}, close[] = {1000.001, 1000.002};
  plot = rg_plot_new("t", "x", "y");
  rg_plot_series(plot, NULL, RG_SERIES_LINE, 2, close, big);
  show(plot);
  assert_text("×10⁶");
  assert_text("30");
  assert_text("1000.0010");
  assert_text("1000.0020");
}

/* where the curve must be follows from where the ticks are */
static void points_are_where_their_values_are(void **state) {
  (void)state;
  double x[] = {0, 2.5, 10}, y[] = {0, 7.5, 10}, points[8][2];
  int count;
  rg_plot *plot = rg_plot_new("", "", "");
  rg_plot_series(plot, NULL, RG_SERIES_LINE, 3, x, y);
  show(plot);
  assert_int_equal(read_curve(points, 8, &count), 1);
  assert_int_equal(count, 3);
  double px = between_ticks("0", "10", 0.25, 0);
  assert_true(fabs(points[1][0] - px) < 0.02);
  // the two zeros: the first is that of the x axis
  double low = svg.height, high = points[2][1];
  for (int k = 0; k < svg.texts; k++)
    if (strcmp(svg.text[k].text, "0") == 0) low = fmin(low, svg.text[k].y);
  // labels are 4 px below their tick
  assert_true(fabs(points[1][1] - (low - 4 + 0.75 * (high - low + 4))) < 0.02);
}

/* a curve that begins after the first step still has its axis from 0 */
static void ends_meet_ticks(void **state) {
  (void)state;
  double x[] = {0.001, 0.5, 0.999}, y[] = {0, 1, 2};
  rg_plot *plot = rg_plot_new("", "", "");
  rg_plot_series(plot, NULL, RG_SERIES_LINE, 3, x, y);
  show(plot);
  assert_text("0.0");
  assert_text("1.0");
}

static void logarithmic_axes(void **state) {
  (void)state;
  double x[] = {1, 2, 3, 4, 5}, y[] = {1e-6, 0, 1e-2, -3, 1}, points[8][2];
  int count;
  rg_plot *plot = rg_plot_new("", "", "");
  rg_plot_log(plot, 0, 1);
  rg_plot_series(plot, NULL, RG_SERIES_LINE, 5, x, y);
  show(plot);
  // zero and negative values are gaps: three dots
  assert_int_equal(read_curve(points, 8, &count), 3);
  double expected = between_ticks("10⁻⁶", "10⁰", 4.0 / 6, 1) - 4;
  assert_true(fabs(points[count == 3 ? 1 : 2][1] - expected) < 0.02);

  // nothing positive at all
  plot = rg_plot_new("", "", "");
  rg_plot_log(plot, 1, 1);
  rg_plot_series(plot, NULL, RG_SERIES_LINE_POINTS, 1, &y[3], &y[3]);
  show(plot);
}

static void gaps(void **state) {
  (void)state;
  double x[] = {0, 1, 2, 3, 4, 5, 6}, points[16][2];
  double y[] = {0, 1, (double)NAN, 3, HUGE_VAL, 5, 6};
  int count;
  rg_plot *plot = rg_plot_new("", "", "");
  rg_plot_series(plot, NULL, RG_SERIES_LINE, 7, x, y);
  show(plot);
  assert_int_equal(read_curve(points, 16, &count), 3);
  assert_int_equal(count, 2 + 1 + 2);
}

static void steps_are_constant_between_points(void **state) {
  (void)state;
  double x[] = {0, 1, 2}, y[] = {0, 5, 5}, points[16][2];
  int count;
  rg_plot *plot = rg_plot_new("", "", "");
  rg_plot_series(plot, NULL, RG_SERIES_STEPS, 3, x, y);
  show(plot);
  read_curve(points, 16, &count);
  // every piece is level or upright
  for (int k = 1; k < count; k++)
    assert_true(points[k][0] == points[k - 1][0] || points[k][1] == points[k - 1][1]);
  assert_true(points[0][1] > points[count - 1][1]);
}

/* one bar a value, none for a gap, their heights as the values */
static void bars_stand_on_zero(void **state) {
  (void)state;
  double x[] = {1, 2, 3, 4}, y[] = {10, (double)NAN, 20, -5}, left[4], zero[4], top[4];
  rg_plot *plot = rg_plot_new("", "", "");
  rg_plot_series(plot, NULL, RG_SERIES_BARS, 4, x, y);
  show(plot);
  int count = 0;
  for (const char *p = svg.bars; (p = strchr(p, 'M')) != NULL && count < 4; p++)
    count += sscanf(p, "M%lf %lfV%lf", &left[count], &zero[count], &top[count]) == 3;
  assert_int_equal(count, 3);
  assert_true(zero[0] == zero[1] && zero[1] == zero[2]);
  assert_true(fabs((zero[1] - top[1]) - 2 * (zero[0] - top[0])) < 0.03);
  assert_true(fabs((top[2] - zero[2]) - 0.5 * (zero[0] - top[0])) < 0.03);
  assert_true(fabs((left[2] - left[1]) - 0.5 * (left[1] - left[0])) < 0.03);
}

static void equal_scales(void **state) {
  (void)state;
  double x[] = {0, 4, 4, 0}, y[] = {0, 0, 4, 4};
  rg_plot *plot = rg_plot_new("", "", "");
  rg_plot_equal(plot);
  rg_plot_circle(plot, 10, 1, 2, 1);
  rg_plot_polygon(plot, 4, x, y, 0);
  show(plot);
  assert_true(svg.rx > 10);
  assert_true(fabs(svg.rx - svg.ry) < 0.02);
  double a[4], b[4];
  assert_int_equal(sscanf(svg.points, "%lf,%lf %lf,%lf %lf,%lf %lf,%lf", &a[0], &b[0], &a[1], &b[1],
                          &a[2], &b[2], &a[3], &b[3]),
                   8);
  // all of it is in the picture
  for (int k = 0; k < 4; k++)
    assert_true(a[k] > 0 && a[k] < svg.width && b[k] > 0 && b[k] < svg.height);
  // a square of twice the radius, upright
  assert_true(fabs(a[1] - a[0] - 2 * svg.rx) < 0.05);
  assert_true(fabs(b[1] - b[2] - 2 * svg.rx) < 0.05);
}

/* 200,000 points with one spike: small, and the spike is still there */
static void long_series_are_thinned_without_loss(void **state) {
  (void)state;
  enum { N = 200001 };
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  assert_non_null(x);
  assert_non_null(y);
  for (int i = 0; i < N; i++) {
    x[i] = i * 1e-5;
    y[i] = 0.1 * (i % 7);
  }
  y[123456] = 100;
  rg_plot *plot = rg_plot_new("", "", "");
  rg_plot_series(plot, NULL, RG_SERIES_LINE, N, x, y);
  show(plot);
  free(x);
  free(y);
  static double points[10000][2];
  int count;
  read_curve(points, 10000, &count);
  assert_true(count > 500 && count < 6000);
  double top = svg.height, at = 0;
  for (int k = 0; k < count; k++)
    if (points[k][1] < top) {
      top = points[k][1];
      at = points[k][0];
    }
  assert_true(fabs(top - (between_ticks("20", "100", 1, 1) - 4)) < 0.02);
  assert_true(fabs(at - between_ticks("0.0", "2.0", 0.61728, 0)) < 0.5);
}

static void extremes(void **state) {
  (void)state;
  static const double odd[] = {0,         -0.0,     1e308,  -1e308, 5e-324, (double)NAN,
                               -HUGE_VAL, HUGE_VAL, 1e-300, 1,      -1,     DBL_MAX};
  enum { N = (int)(sizeof odd / sizeof odd[0]) };
  for (int style = RG_SERIES_LINE; style <= RG_SERIES_DASHED; style++)
    for (int logs = 0; logs < 4; logs++)
      for (int k = 0; k < N; k++) {
        rg_plot *plot = rg_plot_new("extremes", "x", "y");
        rg_plot_log(plot, logs & 1, logs & 2);
        if (k % 2) rg_plot_equal(plot);
        if (k % 3 == 0)
          rg_plot_range(plot, odd[k], odd[(k + 1) % N], odd[(k + 2) % N], (double)NAN);
        rg_plot_series(plot, "a", (rg_series_style)style, N - k, odd + k, odd);
        rg_plot_mark_x(plot, odd[k], "mark");
        rg_plot_mark_y(plot, odd[N - 1 - k], "mark");
        rg_plot_circle(plot, odd[k], 1, odd[N - 1 - k], 1);
        rg_plot_arrow(plot, 1, odd[k], odd[N - 1 - k], 1);
        rg_plot_polygon(plot, N, odd, odd, 1);
        rg_plot_label(plot, odd[k], odd[k], "label");
        show(plot);
      }
}

static void texts_are_escaped(void **state) {
  (void)state;
  const char *text = "a<b & \"c\"> 'd' μ";
  double x = 1, y = 1;
  rg_plot *plot = rg_plot_new(text, text, text);
  rg_plot_series(plot, text, RG_SERIES_POINTS, 1, &x, &y);
  rg_plot_label(plot, 1, 1, text);
  rg_plot_mark_x(plot, 1, text);
  show(plot);
  int found = 0;
  for (int k = 0; k < svg.texts; k++) found += strcmp(svg.text[k].text, text) == 0;
  assert_int_equal(found, 6);

  // what is no UTF-8 and what controls a terminal does not get out
  plot = rg_plot_new("a\xff\x1b[31m\xc3", NULL, NULL);
  show(plot);
  assert_text("a\xef\xbf\xbd[31m\xef\xbf\xbd");
}

/* the legend is above the frame, labels of marks outside of it */
static void nothing_covers_the_data(void **state) {
  (void)state;
  double x[] = {0, 1}, y[] = {0, 1}, points[8][2];
  int count;
  rg_plot *plot = rg_plot_new("title", "x", "y");
  char name[32];
  for (int k = 0; k < 12; k++) {
    snprintf(name, sizeof name, "series number %d", k);
    rg_plot_series(plot, name, RG_SERIES_LINE, 2, x, y);
  }
  rg_plot_mark_x(plot, 0.5, "vertical");
  rg_plot_mark_x(plot, 0.51, "vertical too");
  rg_plot_mark_y(plot, 0.5, "level");
  rg_plot_mark_y(plot, 0.501, "level too");
  show(plot);
  read_curve(points, 8, &count);
  double top = points[1][1], right = points[1][0];
  for (int k = 0; k < 12; k++) {
    snprintf(name, sizeof name, "series number %d", k);
    assert_text(name);
    assert_true(svg.text[find_text(name)].y < top);
  }
  assert_true(svg.text[find_text("vertical")].y < top);
  assert_true(svg.text[find_text("level")].x > right);
  // labels keep away from each other
  assert_true(fabs(svg.text[find_text("vertical")].y - svg.text[find_text("vertical too")].y) > 10);
  assert_true(fabs(svg.text[find_text("level")].y - svg.text[find_text("level too")].y) > 10);
}

static void any_locale(void **state) {
  (void)state;
  if (!setlocale(LC_NUMERIC, "de_DE.UTF-8") && !setlocale(LC_NUMERIC, "fr_FR.UTF-8")) {
    print_message("no locale with a decimal comma is installed\n");
    skip();
  }
  double x[] = {0, 0.5}, y[] = {0, 0.25};
  rg_plot *plot = rg_plot_new("", "", "");
  rg_plot_series(plot, NULL, RG_SERIES_LINE, 2, x, y);
  show(plot);
  setlocale(LC_NUMERIC, "C");
  assert_text("0.5");
}

/* --- pages ------------------------------------------------------------------------------------ */

static rg_page *example(void) {
  rg_page *page = rg_page_new("Experiment");
  rg_page_text(page, "Force %d & <more>.", 7);
  rg_page_table(page, "Table 1", "solver|time [s]|note");
  rg_page_row(page, "müller|%.2f|a", 1.5);
  rg_page_row(page, "b|%d|\\|u\\|", 12);
  rg_page_row(page, "c|-");
  rg_page_finding(page, RG_VERDICT_CONFIRMED, "It holds: %g s.", 0.25);
  rg_page_finding(
      page, RG_VERDICT_NOT_CONFIRMED,
      "It does not hold, and this sentence is long enough to be broken into two lines.");
  rg_page_plot(page, rg_plot_new("Figure 3", "x", "y"));
  rg_page_heading(page, 2, "Part");
  rg_page_finding(page, RG_VERDICT_NOTE, "Ours.");
  return page;
}

static char *printed(const rg_page *page, int colour) {
  FILE *stream = fopen(scratch_path("page.txt"), "wb");
  assert_non_null(stream);
  assert_int_equal(rg_page_print(page, stream, colour, NULL), RG_OK);
  fclose(stream);
  size_t size;
  return scratch_load(scratch_path("page.txt"), &size);
}

static void as_text(void **state) {
  (void)state;
  static const char expected[] =
      "Experiment\n"
      "==========\n"
      "\n"
      "Force 7 & <more>.\n"
      "\n"
      "Table 1\n"
      "  solver  time [s]  note\n"
      "  ------  --------  ----\n"
      "  müller      1.50  a\n"
      "  b             12  |u|\n"
      "  c              -\n"
      "\n"
      "confirmed      It holds: 0.25 s.\n"
      "not confirmed  It does not hold, and this sentence is long enough to be broken\n"
      "               into two lines.\n"
      "\n"
      "[plot] Figure 3\n"
      "\n"
      "Part\n"
      "----\n"
      "\n"
      "note           Ours.\n";
  rg_page *page = example();
  char *text = printed(page, 0), *coloured = printed(page, 1);
  assert_string_equal(text, expected);
  assert_non_null(strstr(coloured, "\033[32mconfirmed\033[0m      It holds"));
  free(text);
  free(coloured);
  rg_page_free(page);
}

/* rows belong to the last table, whatever came between; a row without a table makes one */
static void rows_find_their_table(void **state) {
  (void)state;
  rg_page *page = rg_page_new("P");
  rg_page_row(page, "lonely|1");
  rg_page_table(page, "T", "a|b");
  rg_page_row(page, "x|1");
  rg_page_text(page, "between");
  rg_page_row(page, "y|2");
  rg_page_text(page, "after");
  char *text = printed(page, 0);
  assert_string_equal(
      text, "P\n=\n\n  lonely  1\n\nT\n  a  b\n  -  -\n  x  1\n  y  2\n\nbetween\n\nafter\n");
  free(text);
  rg_page_free(page);
}

static void findings_are_counted(void **state) {
  (void)state;
  rg_page *page = example();
  rg_verdict verdict = RG_VERDICT_IN_PART;
  assert_int_equal(rg_page_count(page, RG_VERDICT_CONFIRMED), 1);
  assert_int_equal(rg_page_count(page, RG_VERDICT_IN_PART), 0);
  assert_string_equal(rg_page_finding_at(page, 0, NULL), "It holds: 0.25 s.");
  assert_string_equal(rg_page_finding_at(page, 2, &verdict), "Ours.");
  assert_int_equal(verdict, RG_VERDICT_NOTE);
  assert_null(rg_page_finding_at(page, 3, NULL));
  assert_null(rg_page_finding_at(page, -1, NULL));
  assert_string_equal(rg_verdict_text(RG_VERDICT_IN_PART), "in part");
  rg_page_free(page);
}

static char *html_of(const rg_page *page) {
  rg_error error;
  assert_int_equal(rg_page_write_html(page, scratch_path("page.html"), &error), RG_OK);
  size_t size;
  return scratch_load(scratch_path("page.html"), &size);
}

static int occurrences(const char *text, const char *of) {
  int count = 0;
  for (const char *p = text; (p = strstr(p, of)) != NULL; p += strlen(of)) count++;
  return count;
}

/* every element that begins ends, in order; HTML's void elements aside */
static void assert_balanced(const char *html) {
  char open[64][16];
  int depth = 0;
  for (const char *p = html; (p = strchr(p, '<')) != NULL; p++) {
    char name[16] = "";
    int closing = p[1] == '/';
    sscanf(p + 1 + closing, "%15[a-z0-9]", name);
    const char *end = strchr(p, '>');
    assert_non_null(end);
    if (!name[0] || end[-1] == '/' || strcmp(name, "meta") == 0 || strcmp(name, "br") == 0)
      continue;
    if (!closing) {
      assert_true(depth < 64);
      strcpy(open[depth++], name);
    } else {
      assert_true(depth > 0);
      assert_string_equal(open[--depth], name);
    }
  }
  assert_int_equal(depth, 0);
}

static void as_html(void **state) {
  (void)state;
  rg_page *page = rg_page_new("All <of> them"), *part = example();
  rg_page_append(page, part);
  // the part is empty now and can be used again
  assert_int_equal(rg_page_count(part, RG_VERDICT_CONFIRMED), 0);
  rg_page_finding(part, RG_VERDICT_IN_PART, "Again.");
  rg_page_append(page, part);
  rg_page_free(part);
  assert_int_equal(rg_page_count(page, RG_VERDICT_CONFIRMED), 1);
  assert_int_equal(rg_page_count(page, RG_VERDICT_IN_PART), 1);
  char *html = html_of(page);
  assert_balanced(html);
  assert_non_null(strstr(html, "<title>All &lt;of&gt; them</title>"));
  assert_non_null(strstr(html, "Force 7 &amp; &lt;more&gt;."));
  assert_non_null(strstr(html, "prefers-color-scheme:dark"));
  assert_non_null(strstr(html, "name=\"viewport\""));
  // the part's title is of level 2, its heading one deeper, and all are in the contents
  assert_non_null(strstr(html, "<h2 id=\"s1\">Experiment</h2>"));
  assert_non_null(strstr(html, "<h3 id=\"s2\">Part</h3>"));
  assert_non_null(strstr(html, "<h2 id=\"s3\">Experiment</h2>"));
  for (int k = 1; k <= 3; k++) {
    char link[32];
    snprintf(link, sizeof link, "href=\"#s%d\"", k);
    assert_int_equal(occurrences(html, link), 1);
  }
  assert_int_equal(occurrences(html, "class=\"finding\""), 4);
  // numbers to the right, words to the left
  assert_non_null(strstr(html, "<td>müller</td><td class=\"n\">1.50</td><td>a</td>"));
  assert_non_null(strstr(html, "<td>|u|</td>"));
  // nothing comes from outside
  assert_int_equal(occurrences(html, "http"), occurrences(html, "http://www.w3.org/2000/svg"));
  assert_null(strstr(html, "src="));
  assert_null(strstr(html, "url("));
  assert_null(strstr(html, "@import"));
  free(html);
  rg_page_free(page);
}

static void same_bits(void **state) {
  (void)state;
  rg_page *page = example();
  char *first = html_of(page), *second = html_of(page);
  assert_string_equal(first, second);
  free(first);
  free(second);
  rg_page_free(page);
}

/* --- what can go wrong ------------------------------------------------------------------------ */

static void files_that_cannot_be_written(void **state) {
  (void)state;
  rg_error error;
  const char *path = scratch_path("nowhere/page.html");
  rg_page *page = example();
  rg_plot *plot = rg_plot_new("t", "x", "y");
  assert_int_equal(rg_page_write_html(page, path, &error), RG_IO);
  assert_string_equal(error.file, path);
  assert_true(error.reason[0]);
  assert_int_equal(rg_plot_write_svg(plot, path, &error), RG_IO);
  assert_string_equal(error.file, path);
  assert_int_equal(rg_page_write_html(page, "/dev/full", &error), RG_IO);
  FILE *full = fopen("/dev/full", "w");
  if (full) {
    assert_int_equal(rg_page_print(page, full, 0, &error), RG_IO);
    fclose(full);
  }
  rg_plot_free(plot);
  rg_page_free(page);
}

static void nothing_is_accepted(void **state) {
  (void)state;
  rg_error error;
  double x = 1;
  rg_plot_series(NULL, "a", RG_SERIES_LINE, 1, &x, &x);
  rg_plot_label(NULL, 1, 1, "a");
  rg_plot_free(NULL);
  assert_int_equal(rg_plot_write_svg(NULL, scratch_path("none.svg"), &error), RG_NO_MEMORY);
  rg_page_text(NULL, "a");
  rg_page_append(NULL, NULL);
  rg_page_plot(NULL, rg_plot_new("lost", "", ""));
  rg_page_free(NULL);
  assert_int_equal(rg_page_write_html(NULL, scratch_path("none.html"), &error), RG_NO_MEMORY);
  assert_int_equal(rg_page_print(NULL, stdout, 0, &error), RG_NO_MEMORY);
  assert_int_not_equal(access(scratch_path("none.html"), F_OK), 0);

  // no points, no arrays
  rg_plot *plot = rg_plot_new(NULL, NULL, NULL);
  rg_plot_series(plot, "empty", RG_SERIES_BARS, 0, NULL, NULL);
  rg_plot_polygon(plot, 0, NULL, NULL, 1);
  rg_plot_size(plot, -5, 0);
  show(plot);
}

static rg_status build_and_write(const char *path, rg_error *error) {
  double x[] = {0, 1}, y[] = {1, 2};
  rg_plot *plot = rg_plot_new("plot", "x", "y");
  rg_plot_series(plot, "a", RG_SERIES_LINE, 2, x, y);
  rg_page *all = rg_page_new("all"), *page = rg_page_new("page");
  rg_page_table(page, "t", "a|b");
  rg_page_row(page, "%d|%d", 1, 2);
  rg_page_finding(page, RG_VERDICT_NOTE, "n");
  rg_page_plot(page, plot);
  rg_page_append(all, page);
  rg_status status = rg_page_write_html(all, path, error);
  rg_page_free(page);
  rg_page_free(all);
  return status;
}

/* whichever allocation fails: it is reported, nothing leaks, and there is no half of a page */
static void memory_runs_out(void **state) {
  (void)state;
  if (!COUNTED) skip();
  char path[256];
  snprintf(path, sizeof path, "%s", scratch_path("memory.html"));
  rg_error error = {0};
  count_from_here(0);
  rg_status status = build_and_write(path, &error);
  int needed = allocations, left = live;
  counting = 0;
  assert_int_equal(status, RG_OK);
  assert_int_equal(left, 0);
  assert_true(needed > 15);
  size_t size;
  char *whole = scratch_load(path, &size);
  for (int k = 1; k <= needed; k++) {
    unlink(path);
    count_from_here(k);
    status = build_and_write(path, &error);
    left = live;
    counting = 0;
    assert_int_equal(left, 0);
    if (status == RG_OK) {
      // stdio's own buffer: it does without, and the page is the same
      char *page = scratch_load(path, &size);
      assert_string_equal(page, whole);
      free(page);
      continue;
    }
    assert_true(status == RG_NO_MEMORY || status == RG_IO);
    assert_string_equal(error.file, path);
    assert_int_not_equal(access(path, F_OK), 0);
  }
  free(whole);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ticks_are_round_numbers),
                                     cmocka_unit_test(points_are_where_their_values_are),
                                     cmocka_unit_test(ends_meet_ticks),
                                     cmocka_unit_test(logarithmic_axes),
                                     cmocka_unit_test(gaps),
                                     cmocka_unit_test(steps_are_constant_between_points),
                                     cmocka_unit_test(bars_stand_on_zero),
                                     cmocka_unit_test(equal_scales),
                                     cmocka_unit_test(long_series_are_thinned_without_loss),
                                     cmocka_unit_test(extremes),
                                     cmocka_unit_test(texts_are_escaped),
                                     cmocka_unit_test(nothing_covers_the_data),
                                     cmocka_unit_test(any_locale),
                                     cmocka_unit_test(as_text),
                                     cmocka_unit_test(rows_find_their_table),
                                     cmocka_unit_test(findings_are_counted),
                                     cmocka_unit_test(as_html),
                                     cmocka_unit_test(same_bits),
                                     cmocka_unit_test(files_that_cannot_be_written),
                                     cmocka_unit_test(nothing_is_accepted),
                                     cmocka_unit_test(memory_runs_out)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}

/* The page as a file: what was gathered goes into the page that the build made, numbers as one base 64 text. */
#include "scene/scene.h"

#include "scene/engine_data.h"

#include <rigor/file.h>

#include <stdlib.h>
#include <string.h>

int rg_has_scene_page(void) { return rg_page_missing[0] == 0; }

const char *rg_scene_page_missing(void) { return rg_page_missing; }

int rg_has_scene_engine(void) { return rg_has_scene_page() && rg_page_engine_missing[0] == 0; }

const char *rg_scene_engine_missing(void) {
  return rg_has_scene_page() ? rg_page_engine_missing : rg_page_missing;
}

rg_status rg_scene_page_engine(rg_scene_page *page, rg_sim *sim, int begins, rg_error *error) {
  if (!rg_has_scene_engine()) return rg_fail(error, RG_IO, "", "%s", rg_scene_engine_missing());
  free(page->engine);
  page->engine_begins = begins != 0;
  rg_status status = rg_engine_pack(sim, &page->engine, &page->engine_bytes, error);
  if (begins || page->engine_bytes <= page->options.bytes) return status;
  free(page->engine);
  page->engine = NULL;
  return status;
}

static void put_pieces(FILE *f, const char *const *piece) {
  for (; *piece; piece++) fputs(*piece, f);
}

/* vertices of all hulls, then their triangles; the same of each mesh that is seen as it is, and its places in a texture; filled up to 8 bytes */
static void put_meshes(rg_base64 *b, const rg_model *model) {
  size_t words = 0;
  uint8_t word[4];
  for (int i = 0; i < model->nmesh; i++)
    for (int k = 0; k < 3 * model->mesh_nvertex[i]; k++, words++) {
      rg_put_f32(word, model->vertex[3 * model->mesh_vertex[i] + k]);
      rg_base64_put(b, word, 4);
    }
  for (int i = 0; i < model->nmesh; i++)
    for (int k = 0; k < 3 * model->mesh_nface[i]; k++, words++) {
      rg_put_u32(word, (uint32_t)model->face[3 * model->mesh_face[i] + k]);
      rg_base64_put(b, word, 4);
    }
  for (int i = 0; i < model->nmesh; i++) {
    if (!rg_page_shows_mesh(model, i)) continue;
    for (int k = 0; k < 3 * model->mesh_seen_nvertex[i]; k++, words++) {
      rg_put_f32(word, (double)model->seen_vertex[3 * model->mesh_seen_vertex[i] + k]);
      rg_base64_put(b, word, 4);
    }
    for (int k = 0; k < 3 * model->mesh_seen_nface[i]; k++, words++) {
      rg_put_u32(word, (uint32_t)model->seen_face[3 * model->mesh_seen_face[i] + k]);
      rg_base64_put(b, word, 4);
    }
    for (int k = 0; rg_page_has_uv(model, i) && k < 2 * model->mesh_seen_nvertex[i]; k++, words++) {
      rg_put_f32(word, (double)model->looks->seen_uv[2 * model->mesh_seen_vertex[i] + k]);
      rg_base64_put(b, word, 4);
    }
  }
  if (words % 2 != 0) rg_base64_put(b, "\0\0\0", 4);
}

static void put_runs(rg_base64 *b, const rg_scene_page *page) {
  for (int i = 0; i < page->runs; i++) {
    const rg_page_run *run = &page->run[i];
    rg_base64_put(b, run->frames.data, run->frames.used);
    if (!run->last_kept) rg_base64_put(b, run->last.data, run->last.used);
    rg_page_write_steps(run, b);
    rg_base64_put(b, run->marks.data, run->marks.used);
  }
}

/* the policy of the page forbids every connection; a live page has one */
static void put_head(FILE *f, const char *connect) {
  static const char policy[] = "default-src 'none';";
  const char *first = rg_page_head[0], *place = strstr(first, policy);
  if (!connect || !place) {
    put_pieces(f, rg_page_head);
    return;
  }
  size_t before = (size_t)(place - first) + sizeof policy - 1;
  fwrite(first, 1, before, f);
  fprintf(f, " connect-src %s;", connect);
  fputs(first + before, f);
  put_pieces(f, rg_page_head + 1);
}

/* what it simulates, and with what */
static void put_engine(const rg_scene_page *page, FILE *f) {
  rg_base64 base64 = {.stream = f};
  if (!page->engine) return;
  fprintf(f,
          "<script id=\"rigor-simulation\" type=\"application/octet-stream\" data-begins=\"%d\">",
          page->engine_begins);
  rg_base64_put(&base64, page->engine, page->engine_bytes);
  rg_base64_end(&base64);
  fputs("</script>\n", f);
  put_pieces(f, rg_page_engine);
}

void rg_page_write_all(const rg_scene_page *page, const char *connect, FILE *f) {
  rg_base64 base64 = {.stream = f};
  put_head(f, connect);
  fputs("<script id=\"rigor-scene\" type=\"application/json\">", f);
  rg_page_write_header(page, f);
  fputs("</script>\n<script id=\"rigor-data\" type=\"application/octet-stream\">", f);
  put_meshes(&base64, page->model);
  put_runs(&base64, page);
  rg_base64_end(&base64);
  fputs("</script>\n", f);
  put_engine(page, f);
  put_pieces(f, rg_page_tail);
}

rg_status rg_scene_page_write(const rg_scene_page *page, const char *path, rg_error *error) {
  if (!rg_has_scene_page()) return rg_fail(error, RG_IO, path, "%s", rg_page_missing);
  rg_output output;
  rg_status status = rg_output_open(&output, path, error);
  if (status != RG_OK) return status;
  rg_page_write_all(page, NULL, output.stream);
  return rg_output_close(&output, RG_OK, error);
}

rg_status rg_scene_live_page(const rg_scene_live *live, const char *connect, char **text,
                             size_t *bytes, rg_error *error) {
  *text = NULL;
  if (!rg_has_scene_page()) return rg_fail(error, RG_IO, "", "%s", rg_page_missing);
  FILE *stream = open_memstream(text, bytes);
  if (!stream) return rg_fail(error, RG_NO_MEMORY, "", "no memory for the page");
  rg_page_write_all(rg_live_page(live), connect, stream);
  return rg_page_end_text(stream, text, error);
}

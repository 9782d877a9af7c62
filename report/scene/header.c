/* The part of a scene page that is no array: the model's bodies, joints and shapes, how each motion
   was simulated and what is to be said about its steps, as JSON inside a <script>. */
#include "scene/scene.h"

#include "text/utf8.h"

#include <math.h>
#include <stdlib.h>

static const char *const geom_types[] = {"plane",    "sphere", "capsule", "ellipsoid",
                                         "cylinder", "box",    "mesh",    "box"};
static const char *const joint_types[] = {"free", "ball", "slide", "hinge"};

/* '<' is written as an escape: nothing may end the <script> */
static void put_text(FILE *f, const char *text) {
  char *clean = rg_utf8_copy(text ? text : "");
  fputc('"', f);
  for (const char *c = clean ? clean : ""; *c; c++) {
    if (*c == '"' || *c == '\\') fputc('\\', f);
    if (*c == '\n') fputs("\\n", f);
    else if (*c == '<') fputs("\\u003c", f);
    else fputc(*c, f);
  }
  fputc('"', f);
  free(clean);
}

static void put_key_text(FILE *f, const char *key, const char *text) {
  fprintf(f, "\"%s\":", key);
  put_text(f, text);
}

static void put_real(FILE *f, double value) {
  if (isfinite(value)) fprintf(f, "%.9g", value);
  else fputs("null", f);
}

static void put_reals(FILE *f, const char *key, const double *value, int count) {
  fprintf(f, ",\"%s\":[", key);
  for (int k = 0; k < count; k++) {
    if (k > 0) fputc(',', f);
    put_real(f, value[k]);
  }
  fputc(']', f);
}

static void put_bodies(FILE *f, const rg_model *model) {
  fputs(",\n\"bodies\":[", f);
  for (int i = 0; i < model->nbody; i++) {
    fputs(i ? ",\n{" : "{", f);
    put_key_text(f, "name", model->body_name[i]);
    fprintf(f, ",\"parent\":%d,\"mass\":%.9g}", model->body_parent[i], model->body_mass[i]);
  }
  fputc(']', f);
}

/* where a body that never moves stands; the others have their poses in the frames */
static void put_fixed(FILE *f, const rg_scene_page *page) {
  const rg_model *model = page->model;
  rg_data *data = rg_data_new(model);
  fputs(",\n\"fixed\":[", f);
  if (data) rg_kinematics(model, data);
  const char *separator = "";
  for (int i = 0; data && i < model->nbody; i++) {
    if (model->body_weld[i] != 0) continue;
    fprintf(f, "%s{\"body\":%d", separator, i);
    put_reals(f, "pos", data->xpos + 3 * i, 3);
    put_reals(f, "quat", data->xquat + 4 * i, 4);
    fputc('}', f);
    separator = ",";
  }
  fputs("],\n\"moving\":[", f);
  for (int i = 0; i < page->nmoving; i++) fprintf(f, i ? ",%d" : "%d", page->moving[i]);
  fputc(']', f);
  rg_data_free(data);
}

int rg_page_shows_mesh(const rg_model *model, int mesh) {
  if (model->mesh_seen_nface[mesh] == 0) return 0;
  for (int i = 0; i < model->ngeom; i++)
    if (model->geom_type[i] == RG_GEOM_MESH && model->geom_mesh[i] == mesh &&
        !model->geom_contype[i] && !model->geom_conaffinity[i])
      return 1;
  return 0;
}

static void put_geoms(FILE *f, const rg_model *model) {
  fputs(",\n\"geoms\":[", f);
  for (int i = 0; i < model->ngeom; i++) {
    double rgba[4];
    for (int k = 0; k < 4; k++) rgba[k] = (double)model->geom_rgba[4 * i + k];
    fputs(i ? ",\n{" : "{", f);
    put_key_text(f, "name", model->geom_name[i]);
    fprintf(f, ",\"type\":\"%s\",\"body\":%d,\"mesh\":%d,\"group\":%d,\"collides\":%s",
            geom_types[model->geom_type[i]], model->geom_body[i], model->geom_mesh[i],
            model->geom_group[i],
            model->geom_contype[i] || model->geom_conaffinity[i] ? "true" : "false");
    put_reals(f, "pos", model->geom_pos + 3 * i, 3);
    put_reals(f, "quat", model->geom_quat + 4 * i, 4);
    put_reals(f, "size", model->geom_size + 3 * i, 3);
    put_reals(f, "rgba", rgba, 4);
    fputc('}', f);
  }
  fputs("],\n\"meshes\":[", f);
  for (int i = 0; i < model->nmesh; i++) {
    fputs(i ? ",{" : "{", f);
    put_key_text(f, "name", model->mesh_name[i]);
    fprintf(f, ",\"vertices\":%d,\"faces\":%d", model->mesh_nvertex[i], model->mesh_nface[i]);
    if (rg_page_shows_mesh(model, i))
      fprintf(f, ",\"seen\":{\"vertices\":%d,\"faces\":%d,\"uv\":%s}", model->mesh_seen_nvertex[i],
              model->mesh_seen_nface[i], rg_page_has_uv(model, i) ? "true" : "false");
    fputc('}', f);
  }
  fputc(']', f);
}

int rg_page_has_uv(const rg_model *model, int mesh) {
  return model->looks && model->looks->seen_uv && model->looks->mesh_has_uv[mesh];
}

static void put_colour(FILE *f, const char *key, const float rgb[3]) {
  const double value[3] = {(double)rgb[0], (double)rgb[1], (double)rgb[2]};
  put_reals(f, key, value, 3);
}

static void put_textures(FILE *f, const rg_looks *looks) {
  static const char *const patterns[] = {"flat", "gradient", "checker", "picture"};
  fputs("\"textures\":[", f);
  for (int i = 0; i < looks->ntexture; i++) {
    const rg_texture *t = &looks->texture[i];
    fprintf(f, "%s{\"pattern\":\"%s\",\"cube\":%s", i ? "," : "", patterns[t->pattern],
            t->cube ? "true" : "false");
    put_colour(f, "rgb1", t->rgb1);
    put_colour(f, "rgb2", t->rgb2);
    if (t->edged) put_colour(f, "mark", t->mark_rgb);
    if (t->picture) {
      rg_base64 base64 = {.stream = f};
      fputs(",\"picture\":\"", f);
      rg_base64_put(&base64, t->picture, t->picture_bytes);
      rg_base64_end(&base64);
      fputc('"', f);
    }
    fputc('}', f);
  }
  fputc(']', f);
}

static void put_light(FILE *f, const rg_light *l) {
  const double cone[2] = {(double)l->cutoff, (double)l->exponent};
  fprintf(f, "{\"body\":%d,\"directional\":%s,\"shadow\":%s", l->body,
          l->directional ? "true" : "false", l->shadow ? "true" : "false");
  put_reals(f, "pos", l->pos, 3);
  put_reals(f, "dir", l->dir, 3);
  put_colour(f, "ambient", l->ambient);
  put_colour(f, "diffuse", l->diffuse);
  put_reals(f, "cone", cone, 2);
  fputc('}', f);
}

/* how the file means it to look, and from where */
static void put_looks(FILE *f, const rg_model *model) {
  const rg_looks *looks = model->looks;
  if (!looks || looks->nlook + looks->ntexture + looks->ncamera + looks->nlight == 0) return;
  fputs(",\n\"looks\":{", f);
  put_textures(f, looks);
  fputs(",\"materials\":[", f);
  for (int i = 0; i < looks->nlook; i++) {
    const rg_look *l = &looks->look[i];
    const double repeat[2] = {(double)l->repeat[0], (double)l->repeat[1]};
    const double shine[4] = {(double)l->specular, (double)l->shininess, (double)l->reflectance,
                             (double)l->emission};
    fprintf(f, "%s{\"texture\":%d,\"uniform\":%s", i ? "," : "", l->texture,
            l->uniform ? "true" : "false");
    put_reals(f, "repeat", repeat, 2);
    put_reals(f, "shine", shine, 4);
    fputc('}', f);
  }
  fputs("],\"geoms\":[", f);
  for (int i = 0; i < model->ngeom; i++) fprintf(f, i ? ",%d" : "%d", looks->geom_look[i]);
  fprintf(f, "],\"sky\":%d,\"cameras\":[", looks->sky);
  for (int i = 0; i < looks->ncamera; i++) {
    const rg_camera *c = &looks->camera[i];
    fputs(i ? ",{" : "{", f);
    put_key_text(f, "name", c->name);
    fprintf(f, ",\"body\":%d", c->body);
    put_reals(f, "pos", c->pos, 3);
    put_reals(f, "quat", c->quat, 4);
    put_reals(f, "fovy", &c->fovy, 1);
    fputc('}', f);
  }
  fputs("],\"lights\":[", f);
  for (int i = 0; i < looks->nlight; i++) {
    if (i) fputc(',', f);
    put_light(f, &looks->light[i]);
  }
  fputs("],\"head\":", f);
  put_light(f, &looks->head);
  fputc('}', f);
}

static void put_joints(FILE *f, const rg_model *model) {
  fputs(",\n\"joints\":[", f);
  for (int i = 0; i < model->njoint; i++) {
    fputs(i ? ",{" : "{", f);
    put_key_text(f, "name", model->joint_name[i]);
    fprintf(f, ",\"type\":\"%s\",\"body\":%d,\"qpos\":%d,\"dof\":%d}",
            joint_types[model->joint_type[i]], model->joint_body[i], model->joint_qpos[i],
            model->joint_dof[i]);
  }
  fputc(']', f);
}

static void put_sensors(FILE *f, const rg_model *model) {
  int kept = rg_page_sensors(model);
  const char *separator = "";
  fprintf(f, ",\n\"measured\":%d,\"sensors\":[", kept);
  for (int i = 0; i < model->nsensor; i++) {
    if (model->sensor_start[i] + model->sensor_size[i] > kept) continue;
    fputs(separator, f);
    fputc('{', f);
    put_key_text(f, "name", model->sensor_name[i]);
    fprintf(f, ",\"start\":%d,\"size\":%d}", model->sensor_start[i], model->sensor_size[i]);
    separator = ",";
  }
  fputc(']', f);
}

static void put_worst(FILE *f, const char *key, const rg_page_worst *w) {
  fprintf(f, ",\"%s\":{\"value\":", key);
  put_real(f, w->value);
  fputs(",\"time\":", f);
  put_real(f, w->time);
  fprintf(f, ",\"step\":%ld}", w->step);
}

static void put_unsolved(FILE *f, const rg_page_summary *s) {
  fprintf(f, ",\"unsolved\":%ld,\"unsolved_first\":[", s->unsolved);
  for (int k = 0; k < s->unsolved && k < RG_PAGE_UNSOLVED_KEPT; k++) {
    fprintf(f, "%s{\"step\":%ld,\"time\":", k ? "," : "", s->first[k].step);
    put_real(f, s->first[k].time);
    fputc(',', f);
    put_key_text(f, "status", rg_status_text(s->first[k].status));
    fputc(',', f);
    put_key_text(f, "reason", s->first[k].reason);
    fputc('}', f);
  }
  fputc(']', f);
}

/* sums since the start, and whether they make a proof; null where there is nothing to prove yet */
static void put_motion(FILE *f, const rg_model *model, const rg_page_summary *s) {
  rg_motion_bounds bounds = rg_page_bounds(model, s);
  const double work[] = {rg_page_put_in(&s->work), rg_page_taken_out(&s->work)};
  const double limits[] = {bounds.overlap, bounds.loops, bounds.energy};
  char text[256];
  int proved = rg_motion_proved(&bounds, s->overlap.value, s->closure.value, s->unexplained_most,
                                text, sizeof text);
  put_reals(f, "work", work, 2);
  put_reals(f, "bounds", limits, 3);
  fputs(",\"unexplained\":", f);
  put_real(f, s->work.unexplained);
  fputs(",\"motion\":", f);
  if (s->unsolved > 0 || s->steps == 0) fputs("null", f);
  else {
    fprintf(f, "{\"proved\":%s,", proved ? "true" : "false");
    put_key_text(f, "text", text);
    fputc('}', f);
  }
}

void rg_page_write_summary(const rg_model *model, const rg_page_summary *s, FILE *f) {
  const double time[2] = {s->time_first, s->time_last};
  const double energy[2] = {s->energy_first, s->energy_last};
  fprintf(f, "{\"steps\":%ld,\"contacts\":%ld,\"most_contacts\":%d,\"iterations\":", s->steps,
          s->contacts, s->most_contacts);
  put_real(f, s->iterations);
  put_unsolved(f, s);
  put_reals(f, "time", time, 2);
  put_reals(f, "energy", energy, 2);
  put_worst(f, "certificate", &s->certificate);
  put_worst(f, "law", &s->law);
  put_worst(f, "penetration", &s->penetration);
  put_worst(f, "cone", &s->cone);
  put_worst(f, "complementarity", &s->complementarity);
  put_worst(f, "slip_angle", &s->slip_angle);
  put_worst(f, "bilateral", &s->bilateral);
  put_worst(f, "overlap", &s->overlap);
  put_worst(f, "closure", &s->closure);
  put_worst(f, "energy_rise", &s->energy_rise);
  put_worst(f, "residual", &s->residual);
  put_worst(f, "momentum", &s->momentum);
  put_worst(f, "angular_momentum", &s->angular_momentum);
  put_motion(f, model, s);
  fputc('}', f);
}

static void put_run(FILE *f, const rg_model *model, const rg_page_run *run) {
  fputc('{', f);
  put_key_text(f, "name", run->name);
  fputc(',', f);
  put_key_text(f, "method", run->method);
  fprintf(f, ",\"dt\":%.17g,\"tol\":%.9g", run->dt, run->tol);
  size_t frame_bytes = run->frames.used + (run->last_kept ? 0 : run->last.used);
  fprintf(f, ",\"frame_bytes\":%zu,\"frame_stride\":%ld", frame_bytes, run->frame_stride);
  fprintf(f, ",\"steps\":%d,\"step_stride\":%ld", run->step_count, run->step_stride);
  fprintf(f, ",\"marks\":%zu,\"marks_all\":%ld", run->marks.used / RG_PAGE_MARK, run->mark_count);
  fputs(",\"summary\":", f);
  rg_page_write_summary(model, &run->summary, f);
  fputc('}', f);
}

/* JSON of somebody else: '<' can only stand inside its texts */
static void put_facts(FILE *f, const char *facts) {
  fputs(",\n\"live\":", f);
  for (const char *c = facts; *c; c++)
    if (*c == '<') fputs("\\u003c", f);
    else fputc(*c, f);
}

void rg_page_write_header(const rg_scene_page *page, FILE *f) {
  const rg_model *model = page->model;
  fputc('{', f);
  put_key_text(f, "format", "rigor scene 2");
  fputc(',', f);
  put_key_text(f, "version", rg_version());
  fputc(',', f);
  put_key_text(f, "title", page->title);
  fputc(',', f);
  put_key_text(f, "model", model->name);
  fprintf(f, ",\"nq\":%d,\"nv\":%d", model->nq, model->nv);
  put_reals(f, "gravity", model->option.gravity, 3);
  put_bodies(f, model);
  put_fixed(f, page);
  put_geoms(f, model);
  put_looks(f, model);
  put_joints(f, model);
  put_sensors(f, model);
  if (page->facts) put_facts(f, page->facts);
  fputs(",\n\"runs\":[", f);
  for (int i = 0; i < page->runs; i++) {
    if (i > 0) fputs(",\n", f);
    put_run(f, model, &page->run[i]);
  }
  fputs("]}", f);
}

/* rigor batch: a row a simulation, as comma-separated lines and as HDF5. */
#include "batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef RIGOR_HAVE_FCLIB
#include <hdf5.h>
#endif

/* numbers that every simulation has, in this order */
static const char *const COLUMNS[] = {"simulation", "state", "status",  "steps",    "unsolved",
                                      "residual",   "worst", "overlap", "contacts", "iterations",
                                      "slow",       "host",  "time"};
enum { FACTS = sizeof COLUMNS / sizeof *COLUMNS };

static void facts_of(rg_batch *batch, int i, double fact[FACTS]) {
  const rg_batch_result *r = &rg_batch_results(batch)[i];
  const double values[FACTS] = {i,
                                r->state,
                                r->status,
                                (double)r->steps,
                                (double)r->unsolved,
                                r->residual,
                                r->worst,
                                r->penetration,
                                (double)r->contact_sum,
                                (double)r->iteration_sum,
                                (double)r->slow,
                                (double)r->host,
                                rg_batch_values(batch, RG_BATCH_TIME, NULL)[i]};
  memcpy(fact, values, sizeof values);
}

static const double *row(rg_batch *batch, rg_batch_array array, int i, int *width) {
  const double *values = rg_batch_values(batch, array, width);
  return values ? values + (size_t)i * (size_t)*width : NULL;
}

/* --- lines ---------------------------------------------------------------------------------------- */

static char *header_of(const rg_model *model) {
  size_t size = 256 + 16 * ((size_t)model->nq + (size_t)model->nv), used = 0;
  char *text = malloc(size);
  if (!text) return NULL;
  for (int k = 0; k < FACTS; k++)
    used += (size_t)snprintf(text + used, size - used, "%s%s", k ? "," : "", COLUMNS[k]);
  for (int k = 0; k < model->nq; k++)
    used += (size_t)snprintf(text + used, size - used, ",qpos%d", k);
  for (int k = 0; k < model->nv; k++)
    used += (size_t)snprintf(text + used, size - used, ",qvel%d", k);
  return text;
}

static rg_status write_csv(batch_request *request, const rg_model *model, rg_batch *batch) {
  rg_error *e = &request->simulation.error;
  rg_table *table = NULL;
  char *header = header_of(model);
  size_t longest = 32 * ((size_t)FACTS + (size_t)model->nq + (size_t)model->nv);
  if (!header) return refuse_option(e, "--csv", "no memory is left");
  rg_status status = rg_table_open(&table, request->csv, header, longest, NULL, NULL, e);
  free(header);
  for (int i = 0; i < rg_batch_count(batch) && !status; i++) {
    int nq, nv;
    const double *qpos = row(batch, RG_BATCH_QPOS, i, &nq),
                 *qvel = row(batch, RG_BATCH_QVEL, i, &nv);
    double fact[FACTS];
    facts_of(batch, i, fact);
    rg_table_reals(table, fact, FACTS);
    rg_table_reals(table, qpos, nq);
    rg_table_reals(table, qvel, nv);
    status = rg_table_end(table, e);
  }
  rg_status closed = table ? rg_table_close(table, status ? NULL : e) : RG_OK;
  return status ? status : closed;
}

/* --- arrays --------------------------------------------------------------------------------------- */

#ifndef RIGOR_HAVE_FCLIB

static rg_status write_hdf5(batch_request *request, rg_batch *batch) {
  (void)batch;
  return refuse_option(&request->simulation.error, "--hdf5",
                       "this build has no HDF5: install libhdf5 and build it again");
}

#else

/* 1 where it is in the file */
static int put_array(hid_t file, const char *name, int count, int width, const double *values) {
  hsize_t size[2] = {(hsize_t)count, (hsize_t)width};
  hid_t space = H5Screate_simple(2, size, NULL);
  hid_t set = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int done =
      set >= 0 && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
  if (set >= 0) H5Dclose(set);
  if (space >= 0) H5Sclose(space);
  return done;
}

static int put_facts(hid_t file, rg_batch *batch) {
  int count = rg_batch_count(batch), done = 1;
  double *column = malloc((size_t)count * sizeof *column), fact[FACTS];
  for (int k = 0; k < FACTS && column && done; k++) {
    for (int i = 0; i < count; i++) facts_of(batch, i, fact), column[i] = fact[k];
    done = put_array(file, COLUMNS[k], count, 1, column);
  }
  free(column);
  return column && done;
}

static int put_all(hid_t file, rg_batch *batch) {
  static const struct {
    const char *name;
    rg_batch_array array;
  } states[] = {{"qpos", RG_BATCH_QPOS},
                {"qvel", RG_BATCH_QVEL},
                {"act", RG_BATCH_ACT},
                {"ctrl", RG_BATCH_CTRL},
                {"sensordata", RG_BATCH_SENSORDATA}};
  int done = put_facts(file, batch);
  for (size_t k = 0; k < sizeof states / sizeof *states && done; k++) {
    int width;
    const double *values = rg_batch_values(batch, states[k].array, &width);
    if (values) done = put_array(file, states[k].name, rg_batch_count(batch), width, values);
  }
  return done;
}

/* the file as it will be, in memory; NULL where that failed */
static void *make_image(rg_batch *batch, size_t *size) {
  void *image = NULL;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, 1 << 20, 0);
  hid_t file = H5Fcreate("batch", H5F_ACC_TRUNC, H5P_DEFAULT, access);
  if (file >= 0 && put_all(file, batch) && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0) {
    ssize_t bytes = H5Fget_file_image(file, NULL, 0);
    image = bytes > 0 ? malloc((size_t)bytes) : NULL;
    if (image && H5Fget_file_image(file, image, (size_t)bytes) != bytes) free(image), image = NULL;
    *size = image ? (size_t)bytes : 0;
  }
  if (file >= 0) H5Fclose(file);
  H5Pclose(access);
  return image;
}

static rg_status write_hdf5(batch_request *request, rg_batch *batch) {
  rg_error *e = &request->simulation.error;
  rg_output output;
  size_t size = 0;
  void *image = make_image(batch, &size);
  if (!image) return refuse_option(e, "--hdf5", "no memory is left for the file");
  rg_status status = rg_output_open(&output, request->hdf5, e);
  if (!status) {
    int written = fwrite(image, 1, size, output.stream) == size;
    status = rg_output_close(&output, RG_OK, e);
    if (!status && !written) status = refuse_option(e, "--hdf5", "could not be written");
  }
  free(image);
  return status;
}

#endif

rg_status write_batch(batch_request *request, const rg_model *model, rg_batch *batch) {
  rg_status status = request->csv ? write_csv(request, model, batch) : RG_OK;
  return !status && request->hdf5 ? write_hdf5(request, batch) : status;
}

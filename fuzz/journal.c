/* Journals that a sweep goes on with: what is whole stays, the rest is cut off, and then the file is one of whole records. */
#include "target.h"

#include "../sweep/parts.h"

static sweep *made(void) {
  static const char model[] =
      "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1'/></body></worldbody></mujoco>";
  static const char spec[] =
      "{\"model\": \"%s\", \"steps\": 1, \"design\": \"random\", \"count\": 4, \"measures\": "
      "[\"qpos\"],"
      " \"parameters\": [{\"name\": \"friction\", \"from\": 0.1, \"to\": 1}]}";
  char text[600], place[80];
  sweep *s = NULL;
  rg_error error = {0};
  const char *path = fuzz_file((const uint8_t *)model, sizeof model - 1);
  snprintf(place, sizeof place, "%s.model", path);
  fuzz_expect(rename(path, place) == 0);
  int length = snprintf(text, sizeof text, spec, place);
  rg_status status = sweep_read(&s, fuzz_file((const uint8_t *)text, (size_t)length), &error);
  if (status) fprintf(stderr, "%s: %s\n", error.element, error.reason);
  fuzz_expect(status == RG_OK);
  unlink(place);
  return s;
}

/* Bytes that begin with 'S' are five a record - task, state, reason, value, fault - whose checksum fits, behind a head that does;
   others are the file as it is. */
static const char *write_journal(const sweep *s, const uint8_t *bytes, size_t size) {
  static char name[80];
  char record[4096];
  int structured = size && bytes[0] == 'S';
  if (!structured) {
    const char *plain = fuzz_file(bytes, size);
    snprintf(name, sizeof name, "%s.journal", plain);
    fuzz_expect(rename(plain, name) == 0);
    return plain;
  }
  const char *path = fuzz_file(bytes, 0);
  snprintf(name, sizeof name, "%s.journal", path);
  sweep_journal *journal = NULL;
  sweep_rows rows;
  rg_error error = {0};
  fuzz_expect(sweep_rows_new(&rows, s, &error) == RG_OK);
  fuzz_expect(sweep_journal_open(&journal, s, path, SWEEP_RESTART, &rows, &error) == RG_OK);
  for (size_t k = 1; k + 5 <= size; k += 5) {
    const uint8_t *b = bytes + k;
    char reason[256];
    double value[8];
    memset(reason, 'x', sizeof reason);
    reason[b[2]] = 0;
    for (int i = 0; i < 8; i++) value[i] = b[3] == 255 ? 1e308 * 10 : b[3] / 7.0;
    size_t count =
        sweep_record_make(record, (int8_t)b[0], (sweep_state)b[1], 0.1, s->width, value, reason);
    if (b[4] >= 200) record[b[4] % count] ^= 1;
    if (b[4] == 100 && count > 8) count -= 3;
    fuzz_expect(sweep_journal_append(journal, record, count, &error) == RG_OK);
  }
  sweep_rows_free(&rows);
  fuzz_expect(sweep_journal_close(journal, &error) == RG_OK);
  return path;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static sweep *s;
  rg_error error = {0};
  if (!s) s = made();
  s->fingerprint = 1; /* so that a corpus is one for ever */
  const char *path = write_journal(s, bytes, size);
  char name[80];
  snprintf(name, sizeof name, "%s.journal", path);
  for (int again = 0; again < 2; again++) {
    sweep_rows rows;
    sweep_journal *journal = NULL;
    rg_status status = sweep_rows_new(&rows, s, &error);
    fuzz_expect(status == RG_OK);
    status = sweep_journal_open(&journal, s, path, SWEEP_RESUME, &rows, &error);
    fuzz_judge(status, &error);
    fuzz_expect(rows.done <= rows.tasks);
    /* what was cut once is whole */
    fuzz_expect(again == 0 || status == RG_OK);
    sweep_rows_free(&rows);
    if (status != RG_OK) break;
    fuzz_expect(sweep_journal_close(journal, &error) == RG_OK);
  }
  unlink(name);
  unlink(path);
  return 0;
}

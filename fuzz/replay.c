/* Runs files, and the files in folders, through one target: what a fuzzer has found stays tested in every build. */
#include "target.h"

#include <dirent.h>
#include <sys/stat.h>

static int count;

static void replay_file(const char *path) {
  FILE *file = fopen(path, "rb");
  long size = -1;
  if (file && fseek(file, 0, SEEK_END) == 0) size = ftell(file);
  uint8_t *bytes = size >= 0 ? malloc((size_t)size + 1) : NULL;
  if (!bytes || fseek(file, 0, SEEK_SET) != 0 ||
      fread(bytes, 1, (size_t)size, file) != (size_t)size) {
    fprintf(stderr, "%s cannot be read\n", path);
    exit(1);
  }
  fclose(file);
  LLVMFuzzerTestOneInput(bytes, (size_t)size);
  free(bytes);
  count++;
}

static int is_folder(const char *path) {
  struct stat facts;
  return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

int main(int argc, char **argv) {
  for (int k = 1; k < argc; k++) {
    DIR *folder = is_folder(argv[k]) ? opendir(argv[k]) : NULL;
    if (!folder) {
      replay_file(argv[k]);
      continue;
    }
    for (struct dirent *e; (e = readdir(folder)) != NULL;) {
      char path[4096];
      snprintf(path, sizeof path, "%s/%s", argv[k], e->d_name);
      if (e->d_name[0] != '.' && !is_folder(path)) replay_file(path);
    }
    closedir(folder);
  }
  unlink(fuzz_file((const uint8_t *)"", 0));
  printf("%d files\n", count);
  return count ? 0 : 1;
}

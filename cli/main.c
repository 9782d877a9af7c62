/* rigor COMMAND: finds the command, and sees to it that what was printed has really arrived. */
#include "commands.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* A missing stdin, stdout or stderr would be replaced by the next file that is opened. What goes to
   a stdout that is not there must fail, so it is opened for reading only. */
static int no_stdout;

static void keep_standard_files(void) {
  static const int modes[] = {O_RDONLY, O_RDONLY, O_WRONLY};
  for (int fd = 0; fd < 3; fd++) {
    if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    if (open("/dev/null", modes[fd]) != fd) _exit(EXIT_BAD_INPUT);
    no_stdout |= fd == STDOUT_FILENO;
  }
}

/* 1 where whoever read from a pipe has gone, as `head` does when it has enough */
static int is_reader_gone(void) {
  struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR);
}

/* runs at every exit: an answer that did not arrive is a failure; one that nobody wanted to the end is not worth a word */
static void close_stdout(void) {
  int failed = ferror(stdout), gone = is_reader_gone();
  errno = 0;
  if (fclose(stdout) == 0 && !failed && !no_stdout) return;
  if (gone) _exit(EXIT_BAD_INPUT);
  if (no_stdout) errno = EBADF;
  fprintf(stderr, "rigor: cannot write to standard output: %s\n",
          errno ? strerror(errno) : "an earlier write failed");
  _exit(EXIT_BAD_INPUT);
}

static int unknown_command(const char *name, int json) {
  rg_error error = {0};
  const char *near = nearest_command(name);
  if (name[0] == '-') refuse_option(&error, name, "is an option that 'rigor' does not know");
  else if (near) refuse_option(&error, name, "is no command; did you mean '%s'?", near);
  else refuse_option(&error, name, "is no command");
  return report_error("rigor", &error, json, 1);
}

static int run_program(int argc, char **argv) {
  argp_err_exit_status = EXIT_BAD_INPUT;
  if (argc < 2) {
    rg_error error = {0};
    refuse_option(&error, "COMMAND", "is missing: what shall be done?");
    return report_error("rigor", &error, 0, 1);
  }
  if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
    printf("rigor %s%s\n", rg_version(), rg_has_fclib() ? "" : " (without FCLIB)");
    return EXIT_SOLVED;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "-?") == 0)
    return run_help(1, argv);
  const command *chosen = find_command(argv[1]);
  if (!chosen) return unknown_command(argv[1], wants_json(argc, argv));
  // the command sees itself as argv[0], so that argp names it in messages
  char name[64];
  snprintf(name, sizeof name, "rigor %s", chosen->name);
  argv[1] = name;
  expand_options(chosen->argp, argc - 1, argv + 1);
  int json = wants_json(argc - 1, argv + 1);
  rg_error error = {0};
  if (check_options(chosen->argp, argc - 1, argv + 1, &error) != RG_OK)
    return report_error(name, &error, json, 1);
  int result = chosen->run(argc - 1, argv + 1);
  if (result != EXIT_BAD_INPUT) return result;
  // HDF5 has something to say at exit about files it found damaged: the error has said it already
  close_stdout();
  _exit(result);
}

/* --- the stack ---------------------------------------------------------------------------------- */

typedef struct start {
  int argc, result;
  char **argv;
} start;

static void *run_apart(void *context) {
  start *s = context;
  s->result = run_program(s->argc, s->argv);
  return NULL;
}

/* where the system grants too little, the program brings a stack of its own */
static int run_with_room(int argc, char **argv) {
  const rlim_t enough = 1 << 20, ours = 8 << 20;
  struct rlimit granted;
  if (getrlimit(RLIMIT_STACK, &granted) != 0 || granted.rlim_cur >= enough)
    return run_program(argc, argv);
  start s = {.argc = argc, .argv = argv};
  pthread_attr_t plan;
  pthread_t thread;
  int failed = pthread_attr_init(&plan) || pthread_attr_setstacksize(&plan, ours);
#ifdef __linux__
  // every other thread would get as little
  failed = failed || pthread_setattr_default_np(&plan);
#endif
  failed = failed || pthread_create(&thread, &plan, run_apart, &s);
  if (!failed) {
    pthread_join(thread, NULL);
    return s.result;
  }
  fprintf(stderr, "rigor: the stack is limited to %llu bytes, and there is no room for another\n",
          (unsigned long long)granted.rlim_cur);
  return EXIT_BAD_INPUT;
}

int main(int argc, char **argv) {
  keep_standard_files();
  // a reader that went away and a full disk are reported, not died of
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  atexit(close_stdout);
  return run_with_room(argc, argv);
}

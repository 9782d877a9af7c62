/* rigor view: what is refused before anything is served, how it ends, and that nobody else is
   answered. Browsers and hostile clients are in tests/viewer. */
#include "cli/program.h"

#include <rigor/report.h>
#include <rigor/rigor.h>

#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char ball[] =
    "<mujoco model='ball'><option timestep='0.01' gravity='0 0 -10'/><worldbody>"
    "<geom type='plane' size='1 1 1'/>"
    "<body pos='0 0 1'><freejoint/><geom size='0.1' mass='1'/></body></worldbody></mujoco>\n";

static int write_models(void **state) {
  if (scratch_make(state) != 0) return -1;
  scratch_text("ball.xml", ball);
  return 0;
}

static void need_page(void) {
  if (rg_has_scene_page() && RIGOR_HAVE_LIVE) return;
  print_message("SKIPPED: this build has no page or no server in it\n");
  skip();
}

static void what_cannot_be_is_refused(void **state) {
  (void)state;
  if (!rg_has_scene_page() || !RIGOR_HAVE_LIVE) {
    assert_refused("view ball.xml", RIGOR_HAVE_LIVE ? "nodejs" : "libwebsockets");
    return;
  }
  assert_refused("view", "MODEL");
  assert_refused("view missing.xml --no-browser", "missing.xml");
  assert_refused("view ball.xml --no-browser --address nowhere.example", "nowhere.example");
  assert_refused("view ball.xml --no-browser --address 8.8.8.8", "8.8.8.8");
  assert_refused("view ball.xml --no-browser --port 65536", "--port");
  assert_refused("view ball.xml --no-browser --port -1", "--port");
  assert_refused("view ball.xml --no-browser --clients 0", "--clients");
  assert_refused("view ball.xml --no-browser --clients 100000", "--clients");
  assert_refused("view ball.xml --no-browser --speed 0", "--speed");
  assert_refused("view ball.xml --no-browser --allow-origin evil.example", "--allow-origin");
  assert_refused("view ball.xml --no-browser --allow-origin http://a/b", "--allow-origin");
  assert_refused("view ball.xml --no-browser --token 'a b'", "--token");
  assert_refused("view ball.xml --no-browser --token ''", "--token");
  assert_refused("view ball.xml --no-browser --key none", "keyframe");
  run("view ball.xml --no-browser --json");
  assert_int_equal(last.status, 2);
}

static void ends_after_the_time_that_was_asked_for(void **state) {
  (void)state;
  need_page();
  assert_int_equal(run("view ball.xml --no-browser --port 0 --time 0.5 --speed 10"), 0);
  assert_true(strncmp(last.out, "http://127.0.0.1:", 17) == 0);
  assert_non_null(strstr(last.out, "50 steps, all solved"));
  assert_int_equal(run("view ball.xml --no-browser --port 0 --steps 3 --quiet"), 0);
  assert_string_equal(last.out, "");
  // one iteration is not enough for the impact: it pauses there, goes on with --on-failure continue
  assert_int_equal(run("view ball.xml --no-browser --port 0 --time 1 --speed 20 --on-failure "
                       "continue --solver nsgs --max-iterations 1 --tol 1e-300 --gap-accuracy 0"),
                   1);
  assert_non_null(strstr(last.out, "NOT solved"));
}

static void help_knows_that_it_has_no_end(void **state) {
  (void)state;
  if (!RIGOR_HAVE_LIVE) skip();
  assert_int_equal(run("help view"), 0);
  assert_non_null(strstr(last.out, "from 0 (default: no end)"));
  assert_null(strstr(last.out, "seconds, from 0 (default: 1)"));
  assert_int_equal(run("help run"), 0);
  assert_non_null(strstr(last.out, "seconds, from 0 (default: 1)"));
}

/* --- a program that runs beside this one ------------------------------------------------------- */

static pid_t view(const char *options, int *port) {
  char command[1024];
  snprintf(command, sizeof command,
           "cd %s && exec '%s' view ball.xml --no-browser --port 0 %s "
           ">address.txt 2>/dev/null",
           scratch_folder, RIGOR_PROGRAM, options);
  remove(scratch_path("address.txt"));
  pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
  }
  char text[256] = "";
  for (int k = 0; k < 1000 && !strchr(text, '\n'); k++) {
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    load("address.txt", text, sizeof text);
  }
  const char *colon = strrchr(text, ':');
  assert_non_null(colon);
  *port = atoi(colon + 1);
  return child;
}

/* status of the answer to a request, 0 where nobody answers there */
static int ask(const char *address, int port, const char *request) {
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  char answer[64] = "";
  int status = 0, fd = socket(AF_INET, SOCK_STREAM, 0);
  inet_pton(AF_INET, address, &place.sin_addr);
  if (connect(fd, (struct sockaddr *)&place, sizeof place) == 0 &&
      write(fd, request, strlen(request)) > 0 && read(fd, answer, sizeof answer - 1) > 12)
    status = atoi(answer + 9);
  close(fd);
  return status;
}

static int get_path(const char *address, int port, const char *host, const char *path) {
  char request[512];
  snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s:%d\r\n\r\n", path, host, port);
  return ask(address, port, request);
}

static int get(const char *address, int port, const char *host) {
  return get_path(address, port, host, "/");
}

static int end(pid_t child, int number) {
  int status;
  kill(child, number);
  waitpid(child, &status, 0);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void serves_this_machine_alone(void **state) {
  (void)state;
  need_page();
  int port;
  pid_t child = view("", &port);
  assert_int_equal(get("127.0.0.1", port, "127.0.0.1"), 200);
  assert_int_equal(get("127.0.0.1", port, "evil.example"), 403);
  // the whole of 127/8 is this machine: only the one address is bound
  assert_int_equal(get("127.0.0.2", port, "127.0.0.2"), 0);
  assert_int_equal(end(child, SIGINT), 0);
  // a name that was allowed; all addresses: any number, still no other name
  child = view("--allow-origin http://lab.example --address 0.0.0.0 --token none", &port);
  assert_int_equal(get("127.0.0.2", port, "127.0.0.2"), 200);
  assert_int_equal(get("127.0.0.1", port, "evil.example"), 403);
  assert_int_equal(ask("127.0.0.1", port, "GET / HTTP/1.1\r\nHost: lab.example\r\n\r\n"), 200);
  static const char *const numbers[] = {"10.0.0.7", "[::1]", "[fe80::7:1]"};
  static const char *const others[] = {"[::1", "[::1x", "[]",        "[",
                                       "",     "1.2.3", "10.0.0.7.", "[10.0.0.7]"};
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
    assert_int_equal(get("127.0.0.1", port, numbers[k]), 200);
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    assert_int_equal(get("127.0.0.1", port, others[k]), 403);
  assert_int_equal(ask("127.0.0.1", port, "GET / HTTP/1.1\r\nHost: 10.0.0.7\r\n\r\n"), 403);
  assert_int_equal(end(child, SIGTERM), 0);
}

/* browsers know an address by its usual form, and an origin without the port of its scheme */
static void names_as_browsers_write_them(void **state) {
  (void)state;
  need_page();
  int port;
  pid_t child = view("--address 127.1 --allow-origin https://lab.example:443", &port);
  char text[256];
  load("address.txt", text, sizeof text);
  assert_true(strncmp(text, "http://127.0.0.1:", 17) == 0);
  assert_int_equal(get("127.0.0.1", port, "127.0.0.1"), 200);
  assert_int_equal(get("127.0.0.1", port, "localhost"), 200);
  assert_int_equal(ask("127.0.0.1", port,
                       "GET / HTTP/1.1\r\nHost: lab.example\r\n"
                       "Origin: https://lab.example\r\n\r\n"),
                   200);
  assert_int_equal(end(child, SIGINT), 0);
  // "0" is all addresses, not one of that name
  child = view("--address 0 --token none", &port);
  assert_int_equal(get("127.0.0.2", port, "127.0.0.2"), 200);
  assert_int_equal(end(child, SIGINT), 0);
}

/* whoever else can reach it needs what was printed; on this machine only where it is wanted */
static void strangers_need_a_token(void **state) {
  (void)state;
  need_page();
  static const char *const cases[] = {"--address 0.0.0.0", "--address ::", "--token auto",
                                      "--token me"};
  for (int k = 0; k < 4; k++) {
    int port;
    pid_t child = view(cases[k], &port);
    char text[256], wrong[256];
    load("address.txt", text, sizeof text);
    text[strcspn(text, "\n")] = 0;
    char *path = strstr(text, "/?token=");
    assert_non_null(path);
    assert_int_equal(strlen(path) - 8, k == 3 ? 2 : 32);
    snprintf(wrong, sizeof wrong, "%s", path);
    wrong[strlen(wrong) - 1] ^= 1;
    assert_int_equal(get_path("127.0.0.1", port, "127.0.0.1", path), 200);
    assert_int_equal(get("127.0.0.1", port, "127.0.0.1"), 403);
    assert_int_equal(get_path("127.0.0.1", port, "127.0.0.1", wrong), 403);
    assert_int_equal(get_path("127.0.0.1", port, "127.0.0.1", "/?token="), 403);
    assert_int_equal(end(child, SIGINT), 0);
  }
}

static void a_port_that_is_taken(void **state) {
  (void)state;
  need_page();
  int port;
  char arguments[128], wanted[32];
  pid_t child = view("", &port);
  snprintf(arguments, sizeof arguments, "view ball.xml --no-browser --port %d", port);
  snprintf(wanted, sizeof wanted, "%d", port);
  assert_refused(arguments, wanted);
  assert_int_equal(end(child, SIGINT), 0);
}

/* where there is a screen, and only there, unless it was forbidden */
static void opens_a_browser(void **state) {
  (void)state;
  need_page();
  static const char program[] = "#!/bin/sh\necho \"$1\" >opened.tmp && mv opened.tmp opened.txt\n";
  static const struct {
    const char *screen, *option;
    int opens;
  } cases[] = {{"DISPLAY=:7", "", 1},
               {"WAYLAND_DISPLAY=w", "", 1},
               {"DISPLAY=:7", "--no-browser", 0},
               {"DISPLAY=", "", 0}};
  scratch_text("xdg-open", program);
  chmod(scratch_path("xdg-open"), 0755);
  for (int k = 0; k < 4; k++) {
    char command[2048], opened[256] = "", printed[256] = "";
    remove(scratch_path("opened.txt"));
    snprintf(command, sizeof command,
             "cd %s && env -u DISPLAY -u WAYLAND_DISPLAY %s PATH=\"%s:$PATH\" '%s' view ball.xml "
             "--port 0 --time 0.2 %s >printed.txt 2>/dev/null",
             scratch_folder, cases[k].screen, scratch_folder, RIGOR_PROGRAM, cases[k].option);
    assert_int_equal(system(command), 0);
    for (int wait = 0; wait < (cases[k].opens ? 300 : 20) && !opened[0]; wait++) {
      nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
      load("opened.txt", opened, sizeof opened);
    }
    load("printed.txt", printed, sizeof printed);
    assert_int_equal(opened[0] != 0, cases[k].opens);
    assert_memory_equal(opened, printed, strlen(opened));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_cannot_be_is_refused),
      cmocka_unit_test(ends_after_the_time_that_was_asked_for),
      cmocka_unit_test(help_knows_that_it_has_no_end),
      cmocka_unit_test(serves_this_machine_alone),
      cmocka_unit_test(names_as_browsers_write_them),
      cmocka_unit_test(strangers_need_a_token),
      cmocka_unit_test(a_port_that_is_taken),
      cmocka_unit_test(opens_a_browser),
  };
  return cmocka_run_group_tests(tests, write_models, scratch_remove);
}

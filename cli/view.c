/* rigor view MODEL: simulates in real time and shows it in a browser, which may pause, change and
   pull. */
#include "interrupt.h"
#include "tally.h"
#include "view_access.h"
#include "view_world.h"

#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  KEY_ADDRESS = 1024,
  KEY_PORT,
  KEY_ORIGIN,
  KEY_CLIENTS,
  KEY_TOKEN,
  KEY_NO_BROWSER,
  KEY_SPEED,
  KEY_PAUSED
};
enum { USUAL_PORT = 8765, USUAL_CLIENTS = 32 };

typedef struct view_request {
  simulation_request simulation;
  server_options server;
  const char *origin[MOST_ORIGINS];
  double speed;
  int paused, no_browser;
} view_request;

static const struct argp_option options[] = {
    {.doc = "Who may watch, and how:", .group = 5},
    {"address", KEY_ADDRESS, "IP", 0,
     "Listen on this numeric address (default: 127.0.0.1, which only this machine can reach)", 5},
    {"port", KEY_PORT, "N", 0,
     "Listen on this port, from 0; 0 is any that is free (default: 8765, or any where that is "
     "taken)",
     5},
    {"allow-origin", KEY_ORIGIN, "URL", 0,
     "Let pages of http(s)://HOST[:PORT] connect and answer under that name, too: for proxies; may "
     "be given several times",
     5},
    {"clients", KEY_CLIENTS, "N", 0, "How many may watch at once, 1 to 1024 (default: 32)", 5},
    {"token", KEY_TOKEN, "TEXT", 0,
     "Answer only who has ?token=TEXT in the address; auto: one is made up; none: answer everybody "
     "(default: auto where others than this machine can reach it, else none)",
     5},
    {"no-browser", KEY_NO_BROWSER, NULL, 0, "Do not open a browser", 5},
    {"speed", KEY_SPEED, "X", 0, "Simulated seconds a second, above 0 (default: 1)", 5},
    {"paused", KEY_PAUSED, NULL, 0, "Wait for somebody to start it", 5},
    {0}};

static void take_number(view_request *r, const char *option, const char *text, int low, int high,
                        int *value) {
  take_int(&r->simulation.error, option, text, low, value);
  if (r->simulation.error.status == RG_OK && *value > high)
    refuse_option(&r->simulation.error, option, "%d is more than %d", *value, high);
}

static void take_origin(view_request *r, const char *text) {
  if (r->server.origins == MOST_ORIGINS)
    refuse_option(&r->simulation.error, "--allow-origin", "%d are enough", (int)MOST_ORIGINS);
  else r->origin[r->server.origins++] = text;
}

static void take_token(view_request *r, const char *text) {
  int made_up = strcmp(text, "auto") == 0;
  r->server.with_token = strcmp(text, "none") == 0 ? -1 : 1;
  r->server.token = made_up ? NULL : text;
  if (!is_token(text))
    refuse_option(&r->simulation.error, "--token",
                  "must be 1 to %d of A-Z, a-z, 0-9, '-', '.', '_', '~'", (int)MOST_TOKEN);
}

static error_t take(int key, char *text, struct argp_state *parser) {
  view_request *r = parser->input;
  rg_error *e = &r->simulation.error;
  switch (key) {
  case ARGP_KEY_INIT: parser->child_inputs[0] = &r->simulation; return 0;
  case KEY_ADDRESS: r->server.address = text; return 0;
  case KEY_PORT:
    take_number(r, "--port", text, 0, 65535, &r->server.port);
    r->server.port_wanted = 1;
    return 0;
  case KEY_ORIGIN: take_origin(r, text); return 0;
  case KEY_CLIENTS:
    take_number(r, "--clients", text, 1, MOST_CLIENTS, &r->server.clients);
    return 0;
  case KEY_TOKEN: take_token(r, text); return 0;
  case KEY_NO_BROWSER: r->no_browser = 1; return 0;
  case KEY_SPEED: take_real(e, "--speed", text, 0, 0, 1e4, 1, &r->speed); return 0;
  case KEY_PAUSED: r->paused = 1; return 0;
  case ARGP_KEY_END:
    if (r->simulation.json) refuse_option(e, "--json", "there is no answer: this is for watching");
    if (!rg_has_scene_page()) refuse_option(e, "view", "%s", rg_scene_page_missing());
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_child children[] = {{.argp = &endless_simulation_argp}, {0}};

const struct argp view_argp = {
    .options = options,
    .parser = take,
    .children = children,
    .args_doc = "MODEL",
    .doc =
        "Simulate the model in the file MODEL in real time and show it in a browser: pause, single "
        "steps, slow motion, other solvers, laws, friction and restitution while it runs, and "
        "bodies that can be dragged. Ends with Ctrl-C, or after --time or --steps, which "
        "have no default here.\vExamples:\n"
        "  rigor view box.xml                       opens a browser\n"
        "  rigor view box.xml --no-browser          only prints the address\n"
        "  rigor view arm.xml --key 1 --speed 0.1   slow motion from a keyframe\n"
        "  rigor view box.xml --on-failure continue goes on where a step is not solved\n"
        "  rigor view box.xml --address 0.0.0.0     for the whole network: whoever has the "
        "token\n\n"
        "Where a step is not solved the view pauses there and says so.\n"
        "Exit status: 0 every step solved, 1 a step not solved, 2 bad usage or bad input."};

/* --- the browser ------------------------------------------------------------------------------ */

extern char **environ;

/* where there is a screen; whatever it has to say is not for this terminal */
static void open_browser(const char *address) {
  const char *display = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
  char url[512];
  if (!(display && *display) && !(wayland && *wayland)) return;
  snprintf(url, sizeof url, "%s", address);
  char program[] = "xdg-open", *argv[] = {program, url, NULL};
  posix_spawn_file_actions_t quiet;
  posix_spawnattr_t apart;
  sigset_t usual;
  pid_t child;
  // Ctrl-C is for us alone, and signals that we ignore are not ignored there
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGXFSZ);
  posix_spawnattr_init(&apart);
  posix_spawnattr_setflags(&apart, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigdefault(&apart, &usual);
  posix_spawn_file_actions_init(&quiet);
  for (int fd = 0; fd < 3; fd++)
    posix_spawn_file_actions_addopen(&quiet, fd, "/dev/null", fd ? 1 : 0, 0);
  posix_spawnp(&child, program, &quiet, &apart, argv, environ);
  posix_spawn_file_actions_destroy(&quiet);
  posix_spawnattr_destroy(&apart);
}

/* --- real time -------------------------------------------------------------------------------- */

static const double FRAME = 1.0 / 60, TELL = 0.2, WINDOW = 0.5, WAIT = 0.1; /* s */

/* Where the simulation should be by now. */
typedef struct pace {
  double wall;                /* of the last look */
  double due;                 /* simulated time that should be reached */
  double published;           /* wall time of the last frame, */
  double told;                /* of the last state */
  int fresh;                  /* steps since the last frame */
  int watchers;               /* when it was last told */
  double window, window_time; /* wall and simulated time at the start of the measurement */
  double ratio;               /* simulated seconds a second; NaN: not known yet */
} pace;

static double simulated(const view_world *w) { return rg_sim_data(w->sim)->time; }

static void restart_pace(pace *p, const view_world *w) {
  p->wall = p->window = wall_seconds();
  p->due = p->window_time = simulated(w);
  p->ratio = (double)NAN;
}

static void measure_speed(pace *p, const view_world *w, double now) {
  if (now - p->window < WINDOW) return;
  p->ratio = (simulated(w) - p->window_time) / (now - p->window);
  p->window = now;
  p->window_time = simulated(w);
}

/* steps until the simulation is where it should be, or the time of a frame is used up; what could
   not be done in time is not made up for */
static void catch_up(view_world *w, pace *p, double end) {
  double now = wall_seconds(), dt = rg_sim_used_options(w->sim)->dt;
  p->due += (now - p->wall) * w->speed;
  p->wall = now;
  while (!w->paused && simulated(w) + 0.5 * dt < fmin(p->due, end)) {
    world_step(w);
    p->fresh++;
    if (wall_seconds() - now > FRAME) break;
  }
  if (p->due - simulated(w) > 2 * FRAME * w->speed + dt) p->due = simulated(w);
}

static void single_steps(view_world *w, pace *p, double end) {
  double begin = wall_seconds(), half = 0.5 * rg_sim_used_options(w->sim)->dt;
  while (w->single > 0 && simulated(w) + half < end && wall_seconds() - begin < FRAME) {
    world_step(w);
    p->fresh++;
  }
  restart_pace(p, w);
}

/* what waits; whoever sends without end does not keep the simulation from going on */
static void obey_all(view_world *w, view_server *server, pace *p) {
  view_command asked;
  char why[256];
  for (int k = 0; k < MOST_COMMANDS && server_next_command(server, &asked); k++) {
    int was_paused = w->paused;
    unsigned epoch = w->epoch;
    if (!world_obey(w, &asked, why, sizeof why)) {
      server_tell(server, asked.client, why);
      w->changed = 1; // what was wished for is taken back
    }
    if (w->epoch != epoch) {
      server_forget(server);
      p->fresh = 1;
      p->published = 0;
    }
    if (w->epoch != epoch || w->paused != was_paused || asked.deed == DO_SPEED) restart_pace(p, w);
  }
}

/* what there is no memory for now is told the next time */
static void publish(view_world *w, view_server *server, pace *p) {
  double now = wall_seconds();
  // whoever comes while it is paused finds at least the state of now
  int watchers = server_watchers(server);
  if (watchers != p->watchers) w->changed = 1;
  if (w->paused && watchers > p->watchers) p->fresh = 1;
  p->watchers = watchers;
  world_let_go(w, server);
  if (p->fresh && (now - p->published >= 0.9 * FRAME || w->paused)) {
    p->fresh = !world_publish_news(w, server);
    p->published = now;
    if (w->paused) w->changed = 1;
  }
  if (!w->paused) measure_speed(p, w, now);
  if (w->changed || (!w->paused && now - p->told > TELL)) {
    world_publish_state(w, server, w->paused ? (double)NAN : p->ratio);
    p->told = now;
  }
}

static void watch(view_world *w, view_server *server, double end) {
  pace p = {.fresh = 1};
  restart_pace(&p, w);
  double half = 0.5 * rg_sim_used_options(w->sim)->dt;
  while (!interrupted() && simulated(w) + half < end) {
    obey_all(w, server, &p);
    if (w->paused) single_steps(w, &p, end);
    else catch_up(w, &p, end);
    publish(w, server, &p);
    double rest = w->paused ? (w->single ? 0 : WAIT) : p.wall + FRAME - wall_seconds();
    if (rest > 0) server_wait(server, rest);
  }
}

/* --- the command ------------------------------------------------------------------------------ */

static void tell_end(const view_world *w) {
  printf("%ld steps, ", w->steps);
  if (w->unsolved == 0) puts("all solved");
  else printf("%ld NOT solved\n", w->unsolved);
}

/* Who watches may ask for a law that takes 6 GB; who began it, with --memory, too. */
static void bound_memory(void) {
  const size_t enough = 1000000000;
  if (rg_memory_allowed() > enough) rg_memory_limit(enough);
}

static rg_status run_end(view_request *r, view_world *w, double *end) {
  long steps = 0;
  *end = HUGE_VAL;
  if (r->simulation.steps < 0 && isnan(r->simulation.seconds)) return RG_OK;
  double dt = rg_sim_used_options(w->sim)->dt;
  rg_status status = count_steps(&r->simulation, dt, &steps);
  *end = simulated(w) + (double)steps * dt;
  return status;
}

static rg_status serve(view_request *r, view_world *w, view_server *server, const char *page,
                       size_t bytes) {
  rg_error *e = &r->simulation.error;
  double end;
  rg_status status = run_end(r, w, &end);
  if (status == RG_OK) status = server_start(server, page, bytes, e);
  if (status != RG_OK) return status;
  if (!r->simulation.quiet) {
    printf("%s\n", server_address(server));
    fprintf(stderr, "Ctrl-C ends it\n");
    fflush(stdout);
  }
  watch_interrupts();
  if (!r->no_browser) open_browser(server_address(server));
  watch(w, server, end);
  if (!r->simulation.quiet) tell_end(w);
  return RG_OK;
}

/* everything that is shared with the server outlives it */
static rg_status open_world(view_request *r, view_world *w) {
  rg_error *e = &r->simulation.error;
  view_server *server = NULL;
  char title[256], *facts = NULL, *page = NULL;
  size_t bytes = 0;
  title_text(r->simulation.path, title, sizeof title);
  snprintf(w->id, sizeof w->id, "%ld-%lx", (long)getpid(), (unsigned long)time(NULL));
  rg_status status = server_open(&server, &r->server, e);
  if (status == RG_OK && (!(facts = world_facts(w)) || !(w->osi = rg_osi_new(w->model, 1))))
    status = refuse_option(e, "", "no memory is left");
  if (status == RG_OK) status = rg_scene_live_new(&w->live, w->model, title, facts, e);
  if (status == RG_OK) status = world_begin(w, e);
  if (status == RG_OK)
    status = rg_scene_live_page(w->live, server_sockets(server), &page, &bytes, e);
  if (status == RG_OK) status = serve(r, w, server, page, bytes);
  server_close(server);
  rg_scene_live_free(w->live);
  rg_osi_free(w->osi);
  free(facts);
  free(page);
  return status;
}

int run_view(int argc, char **argv) {
  view_request r = {.simulation = simulation_request_default(), .speed = 1};
  r.server = (server_options){
      .address = "127.0.0.1", .port = USUAL_PORT, .origin = r.origin, .clients = USUAL_CLIENTS};
  simulation_request *simulation = &r.simulation;
  bound_memory();
  argp_parse(&view_argp, argc, argv, 0, NULL, &r);
  rg_error *e = &simulation->error;
  if (e->status != RG_OK) return report_error(argv[0], e, simulation->json, 1);
  rg_model *model = NULL;
  rg_sim_options chosen;
  view_world world = {.request = simulation, .speed = r.speed, .paused = r.paused};
  rg_status status = read_model(simulation, &model);
  if (status == RG_OK) status = choose_options(simulation, model, NULL, &chosen);
  if (status == RG_OK) status = make_simulation(simulation, model, &chosen, &world.sim);
  world.model = model;
  if (status == RG_OK) status = open_world(&r, &world);
  if (status != RG_OK) report_error(argv[0], e, 0, 0);
  rg_sim_free(world.sim);
  forget_request(simulation);
  rg_model_free(model);
  return status != RG_OK ? EXIT_BAD_INPUT : world.unsolved ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}

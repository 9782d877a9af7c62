/* One thread of libwebsockets, two short queues between it and the simulation, and a ring of what
   there is to see. */
#include "view_server_parts.h"

#include "commands.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>

enum {
  SPARE_CLIENTS = 1024, /* connections beyond those that watch: requests, idle ones, refusals */
  OTHER_FILES = 64,
  CLIENT_HEAD = 8192, /* bytes of a request */
  ASK_SECONDS = 5,
  PING_SECONDS = 15,
  SILENT_SECONDS = 60,
  GOODBYE_US = 300000
};

/* --- the queues ------------------------------------------------------------------------------- */

/* where somebody drags a body or a slider, only the newest place counts */
static int is_outdated(const view_command *old, const view_command *new) {
  int sliding = new->deed == DO_SPEED || new->deed == DO_FRICTION || new->deed == DO_RESTITUTION ||
                (new->deed == DO_DRAG && old->body == new->body);
  return sliding && old->deed == new->deed && old->client == new->client;
}

int queue_command(view_server *s, const view_command *asked) {
  pthread_mutex_lock(&s->lock);
  int last = s->commands - 1, taken = 1;
  if (last >= 0 && is_outdated(&s->command[last], asked)) s->command[last] = *asked;
  else if (s->commands < MOST_COMMANDS) s->command[s->commands++] = *asked;
  else taken = 0;
  pthread_cond_signal(&s->arrived);
  pthread_mutex_unlock(&s->lock);
  return taken;
}

int server_next_command(view_server *s, view_command *next) {
  pthread_mutex_lock(&s->lock);
  int there = s->commands > 0;
  if (there) {
    *next = s->command[0];
    s->commands--;
    memmove(s->command, s->command + 1, (size_t)s->commands * sizeof *s->command);
  }
  pthread_mutex_unlock(&s->lock);
  return there;
}

void server_wait(view_server *s, double seconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  long nanoseconds = end.tv_nsec + (long)(1e9 * (seconds > 0 ? seconds : 0));
  end.tv_sec += nanoseconds / 1000000000;
  end.tv_nsec = nanoseconds % 1000000000;
  pthread_mutex_lock(&s->lock);
  int late = 0;
  while (s->commands == 0 && !late) late = pthread_cond_timedwait(&s->arrived, &s->lock, &end) != 0;
  pthread_mutex_unlock(&s->lock);
}

static void drop_reply(view_server *s, int k) {
  s->replies--;
  memmove(s->reply + k, s->reply + k + 1, (size_t)(s->replies - k) * sizeof *s->reply);
}

/* the oldest makes room: somebody who takes none does not keep others from theirs */
void server_tell(view_server *s, unsigned id, const char *reason) {
  char *to;
  pthread_mutex_lock(&s->lock);
  if (s->replies == MOST_REPLIES) drop_reply(s, 0);
  reply *r = &s->reply[s->replies++];
  r->client = id;
  to = r->text + sprintf(r->text, "{\"type\":\"error\",\"reason\":\"");
  // what may not stand in a JSON text becomes a blank
  for (; *reason && to < r->text + sizeof r->text - 5; reason++) {
    if (*reason == '"' || *reason == '\\') *to++ = '\\';
    *to++ = (unsigned char)*reason < ' ' || (unsigned char)*reason > '~' ? ' ' : *reason;
  }
  strcpy(to, "\"}");
  pthread_mutex_unlock(&s->lock);
  lws_cancel_service(s->context);
}

size_t take_reply(view_server *s, unsigned id, uint8_t *to) {
  size_t size = 0;
  pthread_mutex_lock(&s->lock);
  for (int k = 0; k < s->replies && size == 0; k++) {
    if (s->reply[k].client != id) continue;
    size = strlen(s->reply[k].text);
    memcpy(to, s->reply[k].text, size);
    drop_reply(s, k);
  }
  pthread_mutex_unlock(&s->lock);
  return size;
}

int server_has_client(view_server *s, unsigned id) {
  pthread_mutex_lock(&s->lock);
  int found = 0;
  for (int i = 0; i < s->watchers && !found; i++) found = s->watcher[i]->id == id;
  pthread_mutex_unlock(&s->lock);
  return found;
}

int server_watchers(view_server *s) {
  pthread_mutex_lock(&s->lock);
  int count = s->watchers;
  pthread_mutex_unlock(&s->lock);
  return count;
}

int server_publish_bytes(view_server *s, int count, const void *const *part, const size_t *size) {
  int published = ring_publish(s->ring, 0, count, part, size);
  lws_cancel_service(s->context);
  return published;
}

int server_publish_text(view_server *s, const char *text) {
  const void *part = text;
  size_t size = strlen(text);
  int published = ring_publish(s->ring, 1, 1, &part, &size);
  lws_cancel_service(s->context);
  return published;
}

void server_forget(view_server *s) { ring_forget(s->ring); }

/* --- the thread ------------------------------------------------------------------------------- */

void wake_watchers(view_server *s) {
  for (int i = 0; i < s->watchers; i++) lws_callback_on_writable(s->watcher[i]->wsi);
}

static int should_stop(view_server *s) {
  pthread_mutex_lock(&s->lock);
  int stop = s->stop;
  pthread_mutex_unlock(&s->lock);
  return stop;
}

static void end_goodbye(lws_sorted_usec_list_t *goodbye) {
  view_server *s = lws_container_of(goodbye, view_server, goodbye);
  s->gone = 1;
  lws_cancel_service(s->context);
}

static void *run_server(void *argument) {
  view_server *s = argument;
  while (!should_stop(s) && lws_service(s->context, 0) >= 0) continue;
  s->leaving = 1;
  wake_watchers(s);
  lws_sul_schedule(s->context, 0, &s->goodbye, end_goodbye, GOODBYE_US);
  while (s->watchers > 0 && !s->gone && lws_service(s->context, 0) >= 0) continue;
  lws_sul_cancel(&s->goodbye);
  return NULL;
}

/* --- opening and closing ---------------------------------------------------------------------- */

static const struct lws_protocols protocols[] = {{.name = "rigor",
                                                  .callback = view_attend,
                                                  .per_session_data_size = sizeof(client),
                                                  .rx_buffer_size = CLIENT_MESSAGE,
                                                  .tx_packet_size = PIECE},
                                                 {0}};

/* as browsers write it: "127.1" is 127.0.0.1, "0::1" is ::1; 0 where it is no number */
static int plain_address(const char *text, char *address, size_t room) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST}, *found = NULL;
  if (getaddrinfo(text, NULL, &hints, &found) != 0) return 0;
  int known = getnameinfo(found->ai_addr, found->ai_addrlen, address, (socklen_t)room, NULL, 0,
                          NI_NUMERICHOST) == 0;
  freeaddrinfo(found);
  return known;
}

/* as many files as the connections need, as far as the system lets us; how many that are */
static unsigned allow_files(int clients) {
  struct rlimit limit;
  rlim_t needed = (rlim_t)(clients + SPARE_CLIENTS + OTHER_FILES);
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return (unsigned)clients;
  if (limit.rlim_cur < needed) {
    limit.rlim_cur = limit.rlim_max < needed ? limit.rlim_max : needed;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
  }
  if (limit.rlim_cur < needed) needed = limit.rlim_cur;
  return needed > 2 * OTHER_FILES ? (unsigned)(needed - OTHER_FILES) : OTHER_FILES;
}

/* what to print and to open */
static void make_address(view_server *s, int port) {
  char at[AUTHORITY];
  if (s->rules.any_number) snprintf(at, sizeof at, "127.0.0.1:%d", port);
  else snprintf(at, sizeof at, "%s", s->rules.host[0]);
  snprintf(s->address, sizeof s->address, "http://%s/%s%s", at, s->rules.token[0] ? "?token=" : "",
           s->rules.token);
  // 'self' alone is not taken to include ws: by every browser
  snprintf(s->sockets, sizeof s->sockets, "'self' ws://%s/", at);
}

static rg_status make_rules(view_server *s, const server_options *o, int port, rg_error *error) {
  access_begin(&s->rules, s->bound, port);
  for (int k = 0; k < o->origins; k++)
    if (!access_add(&s->rules, o->origin[k]))
      return refuse_option(error, "--allow-origin", "'%.80s' is not http(s)://HOST[:PORT]",
                           o->origin[k]);
  if (o->with_token > 0 || (o->with_token == 0 && !is_loopback(s->bound))) {
    if (o->token) snprintf(s->rules.token, sizeof s->rules.token, "%s", o->token);
    else if (lws_hex_random(s->context, s->rules.token, 33) != 0)
      return refuse_option(error, "--token", "the system has no random numbers");
  }
  make_address(s, port);
  return RG_OK;
}

static rg_status listen_there(view_server *s, const server_options *o,
                              struct lws_context_creation_info *info, rg_error *error) {
  errno = 0;
  info->port = o->port;
  struct lws_vhost *host = lws_create_vhost(s->context, info);
  if (!host && o->port > 0 && !o->port_wanted) {
    info->port = 0;
    host = lws_create_vhost(s->context, info);
  }
  if (host) return make_rules(s, o, lws_get_vhost_listen_port(host), error);
  return refuse_option(error, o->port_wanted ? "--port" : "--address", "%s, port %d: %s",
                       o->address, o->port,
                       errno ? strerror(errno) : "this machine has no such address");
}

static void init_lock(view_server *s) {
  pthread_condattr_t kind;
  pthread_condattr_init(&kind);
  pthread_condattr_setclock(&kind, CLOCK_MONOTONIC);
  pthread_cond_init(&s->arrived, &kind);
  pthread_condattr_destroy(&kind);
  pthread_mutex_init(&s->lock, NULL);
}

static rg_status open_there(view_server *s, const server_options *o, rg_error *error) {
  static const lws_retry_bo_t patience = {.secs_since_valid_ping = PING_SECONDS,
                                          .secs_since_valid_hangup = SILENT_SECONDS};
  if (!plain_address(o->address, s->bound, sizeof s->bound))
    return refuse_option(error, "--address", "'%.80s' is no numeric address", o->address);
  struct lws_context_creation_info info = {.protocols = protocols,
                                           .headers = view_headers,
                                           .user = s,
                                           .server_string = "rigor",
                                           .iface = is_all_addresses(s->bound) ? NULL : s->bound,
                                           .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                                                      LWS_SERVER_OPTION_VALIDATE_UTF8 |
                                                      LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND,
                                           .timeout_secs = ASK_SECONDS,
                                           .timeout_secs_ah_idle = ASK_SECONDS,
                                           .max_http_header_data = CLIENT_HEAD,
                                           .fd_limit_per_thread = allow_files(o->clients),
                                           .retry_and_idle_policy = &patience};
  if (!strchr(s->bound, ':')) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
  lws_set_log_level(0, NULL);
  s->context = lws_create_context(&info);
  if (!s->context) return refuse_option(error, "", "no memory for the server");
  return listen_there(s, o, &info, error);
}

rg_status server_open(view_server **server, const server_options *o, rg_error *error) {
  view_server *s = *server = calloc(1, sizeof *s);
  if (!s) return refuse_option(error, "", "no memory for the server");
  init_lock(s);
  s->most_watchers = o->clients;
  s->watcher = calloc((size_t)o->clients, sizeof(client *));
  s->ring = ring_new();
  rg_status status = s->watcher && s->ring ? open_there(s, o, error)
                                           : refuse_option(error, "", "no memory for the server");
  if (status == RG_OK) return RG_OK;
  server_close(s);
  *server = NULL;
  return status;
}

const char *server_address(const view_server *s) { return s->address; }
const char *server_sockets(const view_server *s) { return s->sockets; }

rg_status server_start(view_server *s, const char *page, size_t bytes, rg_error *error) {
  sigset_t all, old;
  s->page = page;
  s->page_bytes = bytes;
  // signals are for the simulation
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  s->started = pthread_create(&s->thread, NULL, run_server, s) == 0;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  return s->started ? RG_OK : refuse_option(error, "", "no thread for the server");
}

void server_close(view_server *s) {
  if (!s) return;
  pthread_mutex_lock(&s->lock);
  s->stop = 1;
  pthread_mutex_unlock(&s->lock);
  if (s->started) {
    lws_cancel_service(s->context);
    pthread_join(s->thread, NULL);
  }
  if (s->context) lws_context_destroy(s->context);
  ring_free(s->ring);
  pthread_cond_destroy(&s->arrived);
  pthread_mutex_destroy(&s->lock);
  free(s->watcher);
  free(s);
}

/* Accepts, polls, reads and writes in one thread; commands and replies wait in short queues. */
#include "view_server.h"

#include "commands.h"
#include "tally.h"
#include "view_client.h"
#include "view_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
  SPARE_CLIENTS = 32, /* connections beyond those that watch: requests, refusals */
  MOST_REPLIES = 32,
  REPLY_TEXT = 512,
  SEND_BUFFER = 256 << 10, /* what the kernel may hold for a slow client, */
  UNSENT = 32 << 10,       /* of that not yet on its way: the newest state overtakes the rest */
  LOOK_MS = 500            /* between two looks at those who are silent */
};

typedef struct reply {
  unsigned client;
  char text[REPLY_TEXT];
} reply;

struct view_server {
  int listener, wake[2];
  char address[AUTHORITY], sockets[2 * AUTHORITY];
  client_host host;
  client **client; /* of the thread alone */
  int count, room;
  unsigned next_id;
  double deaf_until; /* wall time: the system has no room for another connection */
  pthread_t thread;
  int started;

  pthread_mutex_t lock; /* of what follows */
  pthread_cond_t arrived;
  int stop;
  view_command command[MOST_COMMANDS];
  int commands;
  reply reply[MOST_REPLIES];
  int replies;
  unsigned *present; /* ids of those who watch */
  int presents;
};

/* --- the queues ------------------------------------------------------------------------------- */

static void wake_up(view_server *s) {
  ssize_t done = write(s->wake[1], "", 1); // a full pipe wakes as well
  (void)done;
}

/* where somebody drags a body or a slider, only the newest place counts */
static int is_outdated(const view_command *old, const view_command *new) {
  int sliding = new->deed == DO_SPEED || new->deed == DO_FRICTION || new->deed == DO_RESTITUTION ||
                (new->deed == DO_DRAG && old->body == new->body);
  return sliding && old->deed == new->deed && old->client == new->client;
}

static int take_message(void *owner, unsigned id, const char *text, size_t size, char *why,
                        size_t room) {
  view_server *s = owner;
  view_command asked;
  if (!parse_command(text, size, &asked, why, room)) return 0;
  asked.client = id;
  pthread_mutex_lock(&s->lock);
  int last = s->commands - 1;
  int taken = 1;
  if (last >= 0 && is_outdated(&s->command[last], &asked)) s->command[last] = asked;
  else if (s->commands < MOST_COMMANDS) s->command[s->commands++] = asked;
  else taken = 0;
  pthread_cond_signal(&s->arrived);
  pthread_mutex_unlock(&s->lock);
  if (!taken) snprintf(why, room, "too many commands wait already");
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

void server_tell(view_server *s, unsigned id, const char *text) {
  pthread_mutex_lock(&s->lock);
  if (s->replies < MOST_REPLIES) {
    reply *r = &s->reply[s->replies++];
    r->client = id;
    snprintf(r->text, sizeof r->text, "%s", text);
  }
  pthread_mutex_unlock(&s->lock);
  wake_up(s);
}

int server_has_client(view_server *s, unsigned id) {
  pthread_mutex_lock(&s->lock);
  int found = 0;
  for (int i = 0; i < s->presents && !found; i++) found = s->present[i] == id;
  pthread_mutex_unlock(&s->lock);
  return found;
}

int server_watchers(view_server *s) {
  pthread_mutex_lock(&s->lock);
  int count = s->presents;
  pthread_mutex_unlock(&s->lock);
  return count;
}

void server_publish_bytes(view_server *s, int count, const void *const *part, const size_t *size) {
  ring_publish(s->host.ring, WS_BINARY, count, part, size);
  wake_up(s);
}

void server_publish_text(view_server *s, const char *text) {
  const void *part = text;
  size_t size = strlen(text);
  ring_publish(s->host.ring, WS_TEXT, 1, &part, &size);
  wake_up(s);
}

void server_forget(view_server *s) { ring_forget(s->host.ring); }

/* --- the thread ------------------------------------------------------------------------------- */

static int set_nonblocking(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 &&
         fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static void welcome(view_server *s, double now) {
  while (s->count < s->room) {
    int fd = accept(s->listener, NULL, NULL), one = 1, bytes = SEND_BUFFER;
    if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM))
      s->deaf_until = now + 0.3;
    if (fd < 0) return;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
#ifdef TCP_NOTSENT_LOWAT
    bytes = UNSENT;
    setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes);
#endif
    client *c = set_nonblocking(fd) ? client_new(fd, ++s->next_id, now) : NULL;
    if (c) s->client[s->count++] = c;
    else close(fd);
  }
}

static void hand_out_replies(view_server *s) {
  pthread_mutex_lock(&s->lock);
  for (int k = 0; k < s->replies; k++)
    for (int i = 0; i < s->count; i++)
      if (s->client[i]->id == s->reply[k].client) client_tell(s->client[i], s->reply[k].text);
  s->replies = 0;
  pthread_mutex_unlock(&s->lock);
}

static void note_present(view_server *s) {
  pthread_mutex_lock(&s->lock);
  s->presents = 0;
  for (int i = 0; i < s->count; i++)
    if (s->client[i]->state == CLIENT_WATCHING) s->present[s->presents++] = s->client[i]->id;
  pthread_mutex_unlock(&s->lock);
}

/* the first `count` clients have an entry in `polled` */
static void serve(view_server *s, const struct pollfd *polled, int count, double now) {
  for (int i = count - 1; i >= 0; i--) {
    client *c = s->client[i];
    short events = polled[i].revents;
    int stays = !(events & (POLLERR | POLLNVAL));
    if (stays && (events & (POLLIN | POLLHUP))) stays = client_read(c, &s->host, now);
    // also without a sign of the socket: an answer may have been put just now
    if (stays && client_has_more(c, &s->host)) stays = client_write(c, &s->host, now);
    if (stays) stays = client_look_after(c, &s->host, now);
    if (stays) continue;
    client_free(c, &s->host);
    s->client[i] = s->client[--s->count];
  }
}

static int should_stop(view_server *s) {
  pthread_mutex_lock(&s->lock);
  int stop = s->stop;
  pthread_mutex_unlock(&s->lock);
  return stop;
}

static void *attend(void *argument) {
  view_server *s = argument;
  struct pollfd *polled = calloc((size_t)s->room + 2, sizeof *polled);
  char sink[256];
  while (polled && !should_stop(s)) {
    // with no room for another one they wait in the kernel's queue
    polled[0] = (struct pollfd){.fd = s->wake[0], .events = POLLIN};
    int hears = s->count < s->room && wall_seconds() >= s->deaf_until;
    polled[1] = (struct pollfd){.fd = hears ? s->listener : -1, .events = POLLIN};
    for (int i = 0; i < s->count; i++) {
      const client *c = s->client[i];
      int events = (c->silenced ? 0 : POLLIN) | (client_has_more(c, &s->host) ? POLLOUT : 0);
      polled[2 + i] = (struct pollfd){.fd = c->fd, .events = (short)events};
    }
    poll(polled, (nfds_t)(2 + s->count), LOOK_MS);
    while (read(s->wake[0], sink, sizeof sink) == (ssize_t)sizeof sink) continue;
    double now = wall_seconds();
    int count = s->count;
    hand_out_replies(s);
    serve(s, polled + 2, count, now);
    if (polled[1].revents) welcome(s, now);
    note_present(s);
  }
  for (int i = 0; i < s->count; i++) client_dismiss(s->client[i]);
  free(polled);
  return NULL;
}

/* --- opening and closing ---------------------------------------------------------------------- */

static int bind_to(const server_options *o, int port) {
  struct addrinfo hints = {.ai_family = AF_UNSPEC,
                           .ai_socktype = SOCK_STREAM,
                           .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
  struct addrinfo *found = NULL;
  char service[16];
  int one = 1;
  snprintf(service, sizeof service, "%d", port);
  if (getaddrinfo(o->address, service, &hints, &found) != 0) {
    errno = EADDRNOTAVAIL;
    return -1;
  }
  int fd = socket(found->ai_family, SOCK_STREAM, 0);
  int works = fd >= 0 && set_nonblocking(fd) &&
              setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
              bind(fd, found->ai_addr, found->ai_addrlen) == 0 && listen(fd, 128) == 0;
  int why = errno;
  freeaddrinfo(found);
  if (works) return fd;
  if (fd >= 0) close(fd);
  errno = why;
  return -1;
}

/* the port, and the address as browsers write it: "127.1" is 127.0.0.1, "0::1" is ::1 */
static int bound_to(int fd, char *address, size_t room) {
  struct sockaddr_storage place;
  socklen_t size = sizeof place;
  char port[16];
  if (getsockname(fd, (struct sockaddr *)&place, &size) != 0 ||
      getnameinfo((struct sockaddr *)&place, size, address, (socklen_t)room, port, sizeof port,
                  NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    return 0;
  return atoi(port);
}

static rg_status listen_there(view_server *s, const server_options *o, rg_error *error) {
  s->listener = bind_to(o, o->port);
  if (s->listener < 0 && errno == EADDRINUSE && !o->port_wanted) s->listener = bind_to(o, 0);
  if (s->listener < 0)
    return refuse_option(error, o->port_wanted ? "--port" : "--address", "%s, port %d: %s",
                         o->address, o->port, strerror(errno));
  char address[200];
  int port = bound_to(s->listener, address, sizeof address);
  if (port == 0) return refuse_option(error, "--address", "%s cannot be told", o->address);
  int all = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
  int six = strchr(address, ':') && !all;
  access_begin(&s->host.rules, address, port);
  for (int k = 0; k < o->origins; k++)
    if (!access_add(&s->host.rules, o->origin[k]))
      return refuse_option(error, "--allow-origin", "'%.80s' is not http(s)://HOST[:PORT]",
                           o->origin[k]);
  snprintf(s->address, sizeof s->address, six ? "http://[%s]:%d/" : "http://%s:%d/",
           all ? "127.0.0.1" : address, port);
  // 'self' alone is not taken to include ws: by every browser
  snprintf(s->sockets, sizeof s->sockets, "'self' ws%.*s", (int)strlen(s->address) - 5,
           s->address + 4);
  return RG_OK;
}

/* as many files as the connections need, if the system lets us */
static void allow_files(int count) {
  struct rlimit limit;
  rlim_t needed = (rlim_t)count + 64;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed) return;
  limit.rlim_cur = limit.rlim_max < needed ? limit.rlim_max : needed;
  setrlimit(RLIMIT_NOFILE, &limit);
}

static void init_lock(view_server *s) {
  pthread_condattr_t kind;
  pthread_condattr_init(&kind);
  pthread_condattr_setclock(&kind, CLOCK_MONOTONIC);
  pthread_cond_init(&s->arrived, &kind);
  pthread_condattr_destroy(&kind);
  pthread_mutex_init(&s->lock, NULL);
}

rg_status server_open(view_server **server, const server_options *o, rg_error *error) {
  view_server *s = *server = calloc(1, sizeof *s);
  if (!s) return refuse_option(error, "", "no memory for the server");
  init_lock(s);
  s->listener = s->wake[0] = s->wake[1] = -1;
  s->room = o->clients + SPARE_CLIENTS;
  allow_files(s->room);
  s->client = calloc((size_t)s->room, sizeof *s->client);
  s->present = calloc((size_t)s->room, sizeof *s->present);
  s->host = (client_host){
      .ring = ring_new(), .most_watchers = o->clients, .take = take_message, .owner = s};
  rg_status status = RG_OK;
  if (!s->client || !s->present || !s->host.ring || pipe(s->wake) != 0 ||
      !set_nonblocking(s->wake[0]) || !set_nonblocking(s->wake[1]))
    status = refuse_option(error, "", "no memory for the server");
  if (status == RG_OK) status = listen_there(s, o, error);
  if (status == RG_OK) return RG_OK;
  server_close(s);
  *server = NULL;
  return status;
}

const char *server_address(const view_server *s) { return s->address; }
const char *server_sockets(const view_server *s) { return s->sockets; }

rg_status server_start(view_server *s, const char *page, size_t bytes, rg_error *error) {
  sigset_t all, old;
  s->host.page = page;
  s->host.page_bytes = bytes;
  // signals are for the simulation
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  s->started = pthread_create(&s->thread, NULL, attend, s) == 0;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  return s->started ? RG_OK : refuse_option(error, "", "no thread for the server");
}

void server_close(view_server *s) {
  if (!s) return;
  pthread_mutex_lock(&s->lock);
  s->stop = 1;
  pthread_mutex_unlock(&s->lock);
  if (s->started) {
    wake_up(s);
    pthread_join(s->thread, NULL);
  }
  while (s->count > 0) client_free(s->client[--s->count], &s->host);
  ring_free(s->host.ring);
  for (int k = 0; k < 2; k++)
    if (s->wake[k] >= 0) close(s->wake[k]);
  if (s->listener >= 0) close(s->listener);
  pthread_cond_destroy(&s->arrived);
  pthread_mutex_destroy(&s->lock);
  free(s->client);
  free(s->present);
  free(s);
}

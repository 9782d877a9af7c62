/* rigor papers [NAME...]: lists the papers' experiments, or runs them and shows their tables,
   plots and findings. */
#include "papers_command.h"

#include "commands.h"
#include "interrupt.h"
#include "tally.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_JSON = 256, KEY_ALL, KEY_QUICK, KEY_HTML, KEY_MODELS, KEY_THREADS, LONGEST_NAME = 64 };
enum {
  PATIENCE = 20 /* s for a part of an experiment to end: what was found until then is worth it */
};

/* --- what was asked for ----------------------------------------------------------------------- */

const paper_experiment *experiment_at(int index, const paper_document **document) {
  for (const paper_document *d = paper_documents; d->name; d++)
    for (const paper_experiment *e = d->experiments; e->name; e++) {
      if (index-- > 0) continue;
      *document = d;
      return e;
    }
  return NULL;
}

/* all names that can be asked for: the documents, then DOCUMENT/EXPERIMENT */
static char names[2 * MOST_EXPERIMENTS][LONGEST_NAME];

static int collect_names(void) {
  int count = 0;
  const paper_document *document;
  const paper_experiment *e;
  for (document = paper_documents; document->name && count < MOST_EXPERIMENTS; document++)
    snprintf(names[count++], LONGEST_NAME, "%s", document->name);
  for (int k = 0; k < MOST_EXPERIMENTS && (e = experiment_at(k, &document)) != NULL; k++)
    snprintf(names[count++], LONGEST_NAME, "%s/%s", document->name, e->name);
  return count;
}

static const char *name_at(int index) { return names[index]; }

/* "trinkle" chooses all of its experiments, "trinkle/wall" one */
static void choose(papers_request *request, const char *name) {
  const paper_document *document;
  const paper_experiment *e;
  int found = 0;
  for (int k = 0; k < MOST_EXPERIMENTS && (e = experiment_at(k, &document)) != NULL; k++) {
    char full[LONGEST_NAME];
    snprintf(full, sizeof full, "%s/%s", document->name, e->name);
    if (strcmp(name, document->name) != 0 && strcmp(name, full) != 0) continue;
    request->chosen[k] = 1;
    found = 1;
  }
  if (found) return;
  const char *near = nearest_name(name, name_at, collect_names());
  if (near) refuse_option(&request->error, name, "is no experiment; did you mean '%s'?", near);
  else refuse_option(&request->error, name, "is no experiment; 'rigor papers' lists them");
}

static const struct argp_option options[] = {
    {.name = "all", .key = KEY_ALL, .doc = "Run every experiment of every paper"},
    {.name = "quick", .key = KEY_QUICK, .doc = "Run the short forms, a second or two each"},
    {.name = "html",
     .key = KEY_HTML,
     .arg = "FILE",
     .doc = "Write one page with every table and figure"},
    {.name = "models",
     .key = KEY_MODELS,
     .arg = "DIR",
     .doc = "Where the scenes are (default: those that came with the program)"},
    {.name = "threads",
     .key = KEY_THREADS,
     .arg = "N",
     .doc = "Threads for runs that do not depend on each other, from 1 (default: one a core); only "
            "times depend on it"},
    {.name = "json", .key = KEY_JSON, .doc = "Print one JSON object and nothing else"},
    {0}};

static error_t take(int key, char *text, struct argp_state *parser) {
  papers_request *r = parser->input;
  switch (key) {
  case KEY_ALL: r->all = 1; return 0;
  case KEY_QUICK: r->quick = 1; return 0;
  case KEY_HTML: r->html = text; return 0;
  case KEY_MODELS: r->models = text; return 0;
  case KEY_THREADS: take_int(&r->error, "--threads", text, 1, &r->threads); return 0;
  case KEY_JSON: r->json = 1; return 0;
  case ARGP_KEY_ARG: choose(r, text); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

const struct argp papers_argp = {
    .options = options,
    .parser = take,
    .args_doc = "[PAPER[/EXPERIMENT]...]",
    .doc =
        "Run the experiments of the papers that this program builds on, and show their numbers "
        "beside ours, with one finding a claim: confirmed, in part, not confirmed. Without a name: "
        "list the papers and their experiments.\vExamples:\n"
        "  rigor papers\n"
        "  rigor papers trinkle\n"
        "  rigor papers todorov/table --quick\n"
        "  rigor papers --all --html report.html\n\n"
        "With --html the tables and figures go to the file and one line an experiment is printed.\n"
        "Exit status: 0 all experiments ran, whatever they found; 1 one of them could not be "
        "finished, "
        "or was interrupted; 2 bad usage, bad input, or a file that could not be written."};

/* --- the scenes ------------------------------------------------------------------------------- */

static int is_folder(const char *path) {
  struct stat facts;
  return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

/* beside the sources, beside the installed program, where it was meant to be installed */
static rg_status find_models(papers_request *request, char *path, size_t size) {
  if (request->models) {
    snprintf(path, size, "%s", request->models);
    if (is_folder(path)) return RG_OK;
    return refuse_option(&request->error, "--models", "'%.150s' is no folder", request->models);
  }
  snprintf(path, size, "%s", RIGOR_SOURCE_DIR "/models");
  if (is_folder(path)) return RG_OK;
  char program[3072];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length > 0 ? length : 0] = 0;
  char *slash = strrchr(program, '/');
  if (slash) {
    *slash = 0;
    snprintf(path, size, "%s/../share/rigor/models", program);
    if (is_folder(path)) return RG_OK;
  }
  snprintf(path, size, "%s", RIGOR_DATA_DIR "/models");
  if (is_folder(path)) return RG_OK;
  return refuse_option(&request->error, "--models", "is needed: the scenes are not in '%.150s'",
                       path);
}

/* --- running ---------------------------------------------------------------------------------- */

/* one line on a terminal, wiped before anything else is printed */
static void show_progress(const papers_request *request, const papers_result *r, int number,
                          int of) {
  if (request->json || !isatty(STDERR_FILENO)) return;
  if (r)
    fprintf(stderr, "\r\033[K%d of %d: %s/%s ...", number, of, r->document->name,
            r->experiment->name);
  else fputs("\r\033[K", stderr);
  fflush(stderr);
}

static void show_result(const papers_request *request, const papers_result *r,
                        const rg_page *page) {
  if (request->json) return;
  char name[LONGEST_NAME], text[1024];
  snprintf(name, sizeof name, "%s/%s", r->document->name, r->experiment->name);
  if (request->html) {
    printf("%-28s %6.2f s  ", name, r->seconds);
    print_verdicts(stdout, page);
    putchar('\n');
  } else {
    int colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    (void)rg_page_print(page, stdout, colour, NULL);
    printf("\n%.2f s\n\n", r->seconds);
  }
  fflush(stdout);
  if (r->status != RG_OK)
    fprintf(stderr, "rigor papers: %s: %s\n", name, rg_error_text(&r->error, text, sizeof text));
}

static rg_page *begin_page(const paper_options *o, const papers_result *r) {
  rg_page *page = rg_page_new(r->experiment->title);
  rg_page_text(page, "rigor papers %s/%s%s", r->document->name, r->experiment->name,
               o->quick ? " --quick" : "");
  return page;
}

/* the experiment's section at the end of its document's page */
static void run_experiment(const papers_request *request, const paper_options *o, papers_result *r,
                           rg_page *document_page) {
  rg_page *page = begin_page(o, r);
  paper_ledger before = *o->ledger;
  double begin = wall_seconds();
  r->status = r->experiment->run(o, page, &r->error);
  r->seconds = wall_seconds() - begin;
  if (interrupted()) {
    // findings from half of an experiment are none
    *o->ledger = before;
    rg_page_free(page);
    page = begin_page(o, r);
    r->status = RG_LIMIT;
    r->error = (rg_error){.reason = "interrupted"};
  }
  if (r->status != RG_OK) {
    // an experiment may fail without words
    if (!r->error.reason[0])
      snprintf(r->error.reason, sizeof r->error.reason, "%s", rg_status_text(r->status));
    r->error.status = r->status;
    char text[1024];
    rg_page_text(page, "This experiment could not be finished: %s",
                 rg_error_text(&r->error, text, sizeof text));
  }
  while (rg_page_finding_at(page, r->findings, NULL)) r->findings++;
  show_progress(request, NULL, 0, 0);
  show_result(request, r, page);
  rg_page_append(document_page, page);
  rg_page_free(page);
}

/* the chosen experiments of one document, a section on the page */
static void run_document(const papers_request *request, const paper_options *o,
                         const paper_document *document, papers_answer *answer, int of) {
  rg_page *page = NULL;
  const paper_document *owner;
  const paper_experiment *e;
  int findings = 0;
  for (int k = 0; k < answer->count; k++) findings += answer->results[k].findings;
  for (int k = 0; k < MOST_EXPERIMENTS && (e = experiment_at(k, &owner)) != NULL; k++) {
    if (owner != document || !request->chosen[k] || answer->interrupted) continue;
    if (!page) {
      page = rg_page_new(document->authors);
      rg_page_text(page, "%s", document->title);
    }
    papers_result *r = &answer->results[answer->count++];
    *r = (papers_result){.document = document, .experiment = e, .first_finding = findings};
    show_progress(request, r, answer->count, of);
    run_experiment(request, o, r, page);
    findings += r->findings;
    answer->interrupted = interrupted();
  }
  if (page) rg_page_append(answer->page, page);
  rg_page_free(page);
}

/* one line for every table, figure and claim */
static void add_claims(const papers_request *request, papers_answer *answer) {
  rg_page *page = rg_page_new("Every table, figure and numerical claim");
  paper_claims_table(&answer->ledger, page);
  if (!request->json && !request->html) print_claims(&answer->ledger);
  rg_page_append(answer->page, page);
  rg_page_free(page);
}

static void run_chosen(const papers_request *request, const char *models, papers_answer *answer) {
  paper_options o = {.quick = request->quick,
                     .models = models,
                     .interrupted = interrupted,
                     .threads = request->threads,
                     .ledger = &answer->ledger};
  int of = 0;
  for (int k = 0; k < MOST_EXPERIMENTS; k++) of += request->chosen[k];
  answer->page = rg_page_new("The papers' experiments, their numbers beside ours");
  rg_page_text(answer->page,
               "Every claim of the papers that could be tested has a finding with its figure%s.",
               request->quick ? "; these are the short forms of the experiments" : "");
  watch_interrupts();
  interrupt_patience(PATIENCE);
  for (const paper_document *d = paper_documents; d->name; d++)
    run_document(request, &o, d, answer, of);
  if (request->all) add_claims(request, answer);
  if (answer->count < of)
    rg_page_text(answer->page, "Interrupted: %d of %d experiments ran.", answer->count, of);
}

static int exit_status(const papers_answer *answer) {
  int worst = answer->interrupted ? EXIT_NOT_SOLVED : EXIT_SOLVED;
  for (int k = 0; k < answer->count; k++) {
    rg_status status = answer->results[k].status;
    int one = status == RG_OK          ? EXIT_SOLVED
              : status >= RG_BAD_INPUT ? EXIT_BAD_INPUT
                                       : EXIT_NOT_SOLVED;
    if (one > worst) worst = one;
  }
  return worst;
}

static void print_total(const papers_request *request, const papers_answer *answer) {
  printf("%d experiment%s: ", answer->count, answer->count == 1 ? "" : "s");
  print_verdicts(stdout, answer->page);
  if (answer->interrupted) fputs("; interrupted", stdout);
  putchar('\n');
  if (request->html) printf("written: %s\n", request->html);
}

int run_papers(int argc, char **argv) {
  papers_request request = {0};
  argp_parse(&papers_argp, argc, argv, 0, NULL, &request);
  if (request.error.status != RG_OK) return report_error(argv[0], &request.error, request.json, 1);
  int any = request.all, named = 0;
  for (int k = 0; k < MOST_EXPERIMENTS; k++) named |= request.chosen[k];
  if (request.all && named) {
    refuse_option(&request.error, "--all", "runs every experiment: give names or --all, not both");
    return report_error(argv[0], &request.error, request.json, 1);
  }
  for (int k = 0; k < MOST_EXPERIMENTS; k++) {
    const paper_document *document;
    request.chosen[k] |= request.all && experiment_at(k, &document) != NULL;
    any |= request.chosen[k];
  }
  if (!any && (request.html || request.quick)) {
    refuse_option(&request.error, "PAPER", "is missing: which experiments? --all runs every one");
    return report_error(argv[0], &request.error, request.json, 1);
  }
  if (!any) {
    if (request.json) print_papers_json();
    else print_papers();
    return EXIT_SOLVED;
  }
  char models[4096];
  if (find_models(&request, models, sizeof models) != RG_OK)
    return report_error(argv[0], &request.error, request.json, 1);
  static papers_answer answer;
  run_chosen(&request, models, &answer);
  int result = exit_status(&answer);
  if (request.html && rg_page_write_html(answer.page, request.html, &request.error) != RG_OK)
    result = report_error(argv[0], &request.error, request.json, 0);
  else if (request.json) print_papers_answer_json(&answer);
  else print_total(&request, &answer);
  rg_page_free(answer.page);
  return result;
}

/* Walks the descriptions that argp prints with --help, and writes them as manual pages and as completion of shells: what a
   command takes is said in one place. */
#include "manual.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* --- options of a command ------------------------------------------------------------------------------ */

typedef void (*option_use)(const struct argp_option *option, void *context);

/* its own, then those of its children, in the order in which they are described */
static void each_option(const struct argp *argp, option_use use, void *context) {
  for (const struct argp_option *o = argp->options; o && (o->name || o->doc || o->key); o++)
    if (!(o->flags & OPTION_HIDDEN)) use(o, context);
  for (const struct argp_child *child = argp->children; child && child->argp; child++)
    each_option(child->argp, use, context);
}

static int is_short(const struct argp_option *o) {
  return o->key > 32 && o->key < 127 && isprint(o->key);
}

/* --- manual pages --------------------------------------------------------------------------------------- */

/* text between others: what roff would take for its own is escaped */
static void put_words(const char *text, size_t length) {
  for (size_t k = 0; k < length; k++)
    if (text[k] == '\\') fputs("\\e", stdout);
    else if (text[k] == '-') fputs("\\-", stdout);
    else putchar(text[k]);
}

static void put_line(const char *text, size_t length) {
  if (length > 0 && (text[0] == '.' || text[0] == '\'')) fputs("\\&", stdout);
  put_words(text, length);
  putchar('\n');
}

/* paragraphs; what is indented stays as it is */
static void put_text(const char *text) {
  int as_it_is = 0;
  while (*text) {
    size_t length = strcspn(text, "\n");
    int indented = length > 1 && text[0] == ' ';
    if (indented != as_it_is) puts(indented ? ".PP\n.nf" : ".fi");
    as_it_is = indented;
    if (length > 0) put_line(text, length);
    else puts(".PP");
    text += length + (text[length] == '\n');
  }
  if (as_it_is) puts(".fi");
}

static void put_option(const struct argp_option *o, void *context) {
  (void)context;
  if (!o->name) { // a heading
    if (!o->doc || !o->doc[0]) return;
    fputs(".SS ", stdout);
    size_t length = strlen(o->doc);
    put_line(o->doc, length - (o->doc[length - 1] == ':'));
    return;
  }
  fputs(".TP\n", stdout);
  if (is_short(o)) printf("\\fB\\-%c\\fR, ", o->key);
  fputs("\\fB\\-\\-", stdout);
  put_words(o->name, strlen(o->name));
  fputs("\\fR", stdout);
  if (o->arg) {
    fputs(o->flags & OPTION_ARG_OPTIONAL ? "[=\\fI" : "=\\fI", stdout);
    put_words(o->arg, strlen(o->arg));
    fputs(o->flags & OPTION_ARG_OPTIONAL ? "\\fR]" : "\\fR", stdout);
  }
  putchar('\n');
  if (o->doc) put_line(o->doc, strlen(o->doc));
}

static void put_head(const char *name, const char *summary) {
  printf(".\\\" Made by `rigor help --man`.\n.TH \"");
  for (const char *c = name; *c; c++) putchar(toupper((unsigned char)*c));
  printf("\" 1 \"\" \"rigor %s\" \"User Commands\"\n.SH NAME\n", rg_version());
  put_words(name, strlen(name));
  fputs(" \\- ", stdout);
  put_line(summary, strlen(summary));
}

static void put_exits(void) {
  puts(".SH EXIT STATUS\n.TP\n0\nsolved\n.TP\n1\nnot solved\n.TP\n2\nbad usage or bad input");
}

static void print_program(void) {
  put_head("rigor", "rigid bodies with exact Coulomb friction");
  puts(".SH SYNOPSIS\n\\fBrigor\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n.SH "
       "DESCRIPTION\n"
       "Simulates rigid bodies and solves contact problems; every step and every answer comes with "
       "a certificate that says\n"
       "how far the impulses are from obeying the laws.\n.SH COMMANDS");
  for (const command *c = commands; c->name; c++) {
    printf(".TP\n\\fBrigor\\-%s\\fR(1)\n", c->name);
    put_line(c->summary, strlen(c->summary));
  }
  put_exits();
}

void print_manual(const command *c) {
  if (!c) {
    print_program();
    return;
  }
  char name[64];
  snprintf(name, sizeof name, "rigor-%s", c->name);
  put_head(name, c->summary);
  printf(".SH SYNOPSIS\n\\fBrigor %s\\fR [\\fIOPTION\\fR...] ", c->name);
  const char *arguments = c->argp->args_doc ? c->argp->args_doc : "";
  put_line(arguments, strlen(arguments));
  puts(".SH DESCRIPTION");
  // what stands behind a vertical tab comes after the options
  const char *doc = c->argp->doc ? c->argp->doc : "", *later = strchr(doc, '\v');
  char before[4096];
  snprintf(before, sizeof before, "%.*s", later ? (int)(later - doc) : (int)strlen(doc), doc);
  put_text(before);
  puts(".SH OPTIONS");
  each_option(c->argp, put_option, NULL);
  puts(".TP\n\\fB\\-?\\fR, \\fB\\-\\-help\\fR\nSay all of this in short.");
  if (later) {
    puts(".SH NOTES");
    put_text(later + 1);
  }
  put_exits();
  puts(".SH SEE ALSO\n\\fBrigor\\fR(1)");
}

/* --- completion ----------------------------------------------------------------------------------------- */

static void put_bash_option(const struct argp_option *o, void *context) {
  (void)context;
  if (o->name) printf(" --%s%s", o->name, o->arg && !(o->flags & OPTION_ARG_OPTIONAL) ? "=" : "");
}

/* names that an option of this name takes, separated by spaces */
static void put_solvers(void) {
  fputs("auto", stdout);
  for (int k = 0; k < rg_solver_count(); k++)
    if (strcmp(rg_solver_at(k)->name, "auto") != 0) printf(" %s", rg_solver_at(k)->name);
}

static void put_laws(void) {
  for (int k = 0; k < RG_LAW_COUNT; k++) printf("%s%s", k ? " " : "", rg_law_name((rg_law)k));
}

static void print_bash(void) {
  fputs("# completion of rigor for bash, made by `rigor help --completion bash`\n"
        "_rigor() {\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} names=\n"
        "  # bash takes --name=value apart at the sign\n"
        "  [ \"$word\" != = ] || word=\n"
        "  [ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD-2]}\n"
        "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
        "    names='",
        stdout);
  for (const command *c = commands; c->name; c++) printf("%s ", c->name);
  fputs("--help --version'\n"
        "  elif [[ $before == --solver ]]; then\n    names='",
        stdout);
  put_solvers();
  fputs("'\n  elif [[ $before == --law ]]; then\n    names='", stdout);
  put_laws();
  fputs("'\n  elif [[ ${COMP_WORDS[1]} == help && $word != -* ]]; then\n    names='", stdout);
  for (const command *c = commands; c->name; c++) printf("%s ", c->name);
  fputs("'\n  elif [[ $word == -* ]]; then\n    case ${COMP_WORDS[1]} in\n", stdout);
  for (const command *c = commands; c->name; c++) {
    printf("      %s) names='", c->name);
    each_option(c->argp, put_bash_option, NULL);
    puts(" --help' ;;");
  }
  fputs("    esac\n"
        "  fi\n"
        "  if [ -n \"$names\" ]; then\n"
        "    COMPREPLY=($(compgen -W \"$names\" -- \"$word\"))\n"
        "    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace\n"
        "  else\n"
        "    local IFS=$'\\n'\n"
        "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
        "    compopt -o filenames\n"
        "  fi\n"
        "}\n"
        "complete -F _rigor rigor\n",
        stdout);
}

/* a text between quotes and brackets of _arguments */
static void put_zsh_text(const char *text) {
  for (const char *c = text ? text : ""; *c; c++) {
    if (*c == '\'') fputs("'\\''", stdout);
    else {
      if (strchr("[]:\\", *c)) putchar('\\');
      putchar(*c == '\n' ? ' ' : *c);
    }
  }
}

static void put_zsh_option(const struct argp_option *o, void *context) {
  (void)context;
  if (!o->name) return;
  printf("        '--%s%s[", o->name, o->arg ? (o->flags & OPTION_ARG_OPTIONAL ? "=-" : "=") : "");
  put_zsh_text(o->doc);
  putchar(']');
  if (o->arg) {
    fputs(o->flags & OPTION_ARG_OPTIONAL ? "::" : ":", stdout);
    put_zsh_text(o->arg);
    putchar(':');
    if (strcmp(o->name, "solver") == 0) putchar('('), put_solvers(), putchar(')');
    else if (strcmp(o->name, "law") == 0) putchar('('), put_laws(), putchar(')');
    else fputs("_files", stdout);
  }
  puts("' \\");
}

static void print_zsh(void) {
  puts("#compdef rigor\n"
       "# completion of rigor for zsh, made by `rigor help --completion zsh`\n"
       "_rigor() {\n"
       "  local -a names\n"
       "  names=(");
  for (const command *c = commands; c->name; c++) {
    printf("    '%s:", c->name);
    put_zsh_text(c->summary);
    puts("'");
  }
  puts("  )\n"
       "  if (( CURRENT == 2 )); then\n"
       "    _describe command names\n"
       "    return\n"
       "  fi\n"
       "  local chosen=$words[2]\n"
       "  shift words\n"
       "  (( CURRENT-- ))\n"
       "  case $chosen in");
  for (const command *c = commands; c->name; c++) {
    printf("    %s)\n      _arguments \\\n", c->name);
    each_option(c->argp, put_zsh_option, NULL);
    puts(strcmp(c->name, "help") == 0 ? "        '1:command:{_describe command names}' ;;"
                                      : "        '*:file:_files' ;;");
  }
  puts("  esac\n}\n_rigor \"$@\"");
}

int print_completion(const char *shell) {
  if (strcmp(shell, "bash") == 0) print_bash();
  else if (strcmp(shell, "zsh") == 0) print_zsh();
  else return 0;
  return 1;
}

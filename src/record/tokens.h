/* A stream of blank-separated tokens that knows line and column. The first failure sticks: after it
   every function returns 0 and changes nothing, so that a reader checks `status` once a block. */
#ifndef RG_TOKENS_H
#define RG_TOKENS_H

#include <rigor/base.h>

typedef struct rg_tokens {
  const char *file;
  const char *at, *end; /* *end is 0 */
  const char *line_start;
  int line;
  rg_status status;
  rg_error *error;
} rg_tokens;

rg_tokens rg_tokens_begin(const char *file, const char *text, size_t size, rg_error *error);

/* An integer from `low` to `high` that ends at a blank. */
int rg_token_int(rg_tokens *tokens, const char *element, int low, int high);
/* The same, where punctuation may follow. */
int rg_token_int_prefix(rg_tokens *tokens, const char *element, int low, int high);
/* A finite number; `index` (-1: none) only serves the error. */
double rg_token_real(rg_tokens *tokens, const char *element, long index);
/* `count` of them; the caller has checked that there is room. */
void rg_token_reals(rg_tokens *tokens, const char *element, size_t count, double *out);
/* Skips blanks, then demands exactly `text`. */
void rg_token_literal(rg_tokens *tokens, const char *element, const char *text);
/* Whether `text` is next, after blanks. */
int rg_token_is(rg_tokens *tokens, const char *text);
void rg_token_skip_line(rg_tokens *tokens);

/* Fails where fewer bytes are left than `count` numbers need: a digit each and a blank between. */
int rg_token_room(rg_tokens *tokens, const char *element, size_t count);
/* 0 where the rest holds only blanks. */
int rg_token_more(rg_tokens *tokens);

/* Fails at the current position. */
void rg_token_fail(rg_tokens *tokens, const char *element, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Fails at the end of the file. */
void rg_token_fail_end(rg_tokens *tokens, const char *element, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif

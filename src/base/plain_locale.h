/* Numbers have a point, whatever the program's locale says; only this thread is changed. */
#ifndef RG_PLAIN_LOCALE_H
#define RG_PLAIN_LOCALE_H

#include <locale.h>

typedef struct rg_plain_locale {
  locale_t plain, before;
} rg_plain_locale;

static inline rg_plain_locale rg_plain_locale_enter(void) {
  rg_plain_locale self = {.plain = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
  if (self.plain) self.before = uselocale(self.plain);
  return self;
}

static inline void rg_plain_locale_leave(rg_plain_locale self) {
  if (!self.plain) return;
  uselocale(self.before);
  freelocale(self.plain);
}

#endif

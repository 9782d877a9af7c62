/* How the HTML page looks. */
#ifndef RG_STYLE_H
#define RG_STYLE_H

extern const char rg_page_css[];

#endif

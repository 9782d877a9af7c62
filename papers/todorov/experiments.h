/* The experiments of Todorov 2010, one function each. */
#ifndef PAPERS_TODOROV_EXPERIMENTS_H
#define PAPERS_TODOROV_EXPERIMENTS_H

#include "papers.h"

rg_status todorov_table(const paper_options *options, rg_page *page, rg_error *error);
rg_status todorov_reading(const paper_options *options, rg_page *page, rg_error *error);
rg_status todorov_frame(const paper_options *options, rg_page *page, rg_error *error);
rg_status todorov_stack(const paper_options *options, rg_page *page, rg_error *error);
rg_status todorov_chattering(const paper_options *options, rg_page *page, rg_error *error);
rg_status todorov_starts(const paper_options *options, rg_page *page, rg_error *error);
rg_status todorov_recovery(const paper_options *options, rg_page *page, rg_error *error);
rg_status todorov_lcp(const paper_options *options, rg_page *page, rg_error *error);

#endif

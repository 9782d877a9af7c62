/* The experiments of Mylapilli & Jain 2017, one function each. */
#ifndef PAPERS_MYLAPILLI_EXPERIMENTS_H
#define PAPERS_MYLAPILLI_EXPERIMENTS_H

#include "papers.h"

rg_status mylapilli_sphere(const paper_options *options, rg_page *page, rg_error *error);
rg_status mylapilli_pendulum(const paper_options *options, rg_page *page, rg_error *error);
rg_status mylapilli_impact(const paper_options *options, rg_page *page, rg_error *error);
rg_status mylapilli_lambda(const paper_options *options, rg_page *page, rg_error *error);
rg_status mylapilli_links(const paper_options *options, rg_page *page, rg_error *error);
rg_status mylapilli_contacts(const paper_options *options, rg_page *page, rg_error *error);
rg_status mylapilli_flat(const paper_options *options, rg_page *page, rg_error *error);
rg_status mylapilli_embedding(const paper_options *options, rg_page *page, rg_error *error);
rg_status mylapilli_setup(const paper_options *options, rg_page *page, rg_error *error);

#endif

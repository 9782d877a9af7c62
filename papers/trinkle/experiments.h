/* The run functions of the experiments on Trinkle's notes. */
#ifndef TRINKLE_EXPERIMENTS_H
#define TRINKLE_EXPERIMENTS_H

#include "papers.h"

rg_status trinkle_run_lcp(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_euler(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_wall(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_moving_wall(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_friction(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_mixed(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_existence(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_stabilization(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_corner(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_planar(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_seating(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_spatial(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_polygon(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_misprints(const paper_options *options, rg_page *page, rg_error *error);
rg_status trinkle_run_box(const paper_options *options, rg_page *page, rg_error *error);

#endif

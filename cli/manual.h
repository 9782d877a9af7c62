/* Manual pages and completion, from the same descriptions of options as --help. */
#ifndef RIGOR_MANUAL_H
#define RIGOR_MANUAL_H

#include "commands.h"

/* The page of a command, or of the program for NULL, as man(7) has it. */
void print_manual(const command *command);
/* Completion for "bash" or "zsh"; 0 where the shell is another. */
int print_completion(const char *shell);

#endif

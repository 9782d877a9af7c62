#!/usr/bin/env bash
# Manual pages and completion: all that --help says is in them, roff and the shells have no complaint, and words are completed.
# Usage: try_manual.sh RIGOR
set -u
rigor=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
wrong=0
complain() { echo "$*" >&2; wrong=1; }

"$rigor" help --completion bash >"$scratch/bash" || complain "no completion for bash"
"$rigor" help --completion zsh >"$scratch/zsh" || complain "no completion for zsh"
bash -n "$scratch/bash" || complain "bash does not take its completion"
if command -v zsh >/dev/null; then zsh -n "$scratch/zsh" || complain "zsh does not take its completion"; fi
"$rigor" help --completion fish >/dev/null 2>&1 && complain "there is a completion for fish"
"$rigor" help --man nobody >/dev/null 2>&1 && complain "there is a page of a command that is none"

# complete WORD...: what the last one may become
# shellcheck disable=SC1091
. "$scratch/bash"
compopt() { :; }
complete_words() {
  COMP_WORDS=(rigor "$@") COMP_CWORD=$# COMPREPLY=()
  _rigor
  printf '%s\n' "${COMPREPLY[@]}"
}
has() { complete_words "${@:2}" | grep -qx -e "$1" || complain "rigor ${*:2}: is not completed to $1"; }

commands=$("$rigor" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ "$(echo "$commands" | wc -l)" -gt 10 ] || complain "no commands were found"
for command in $commands; do
  page=$scratch/$command.1
  "$rigor" help --man "$command" >"$page" || complain "no page of $command"
  has "$command" "${command:0:3}"
  # what roff has to say: nothing
  said=$(groff -man -Tutf8 -ww -z "$page" 2>&1)
  [ -z "$said" ] || complain "$command: $said"
  for option in $("$rigor" help "$command" | grep -oE -- '^ +(-[A-Za-z], )?--[a-z][a-z0-9-]*' | grep -oE -- '--[a-z][a-z0-9-]*' | sort -u); do
    case $option in --help|--usage) continue ;; esac
    grep -qF -- "${option//-/\\-}\\fR" "$page" || complain "rigor-$command(1) does not know $option"
    complete_words "$command" "$option" | grep -qE -e "^$option=?$" || complain "rigor $command: $option is not completed"
    grep -qF -- "'$option" "$scratch/zsh" || complain "zsh does not complete $option"
  done
done
has nsgs run --solver = ns
has pyramid run --law = py
has solvers help sol
[ "$wrong" = 0 ]

# bash completion for qipu: commands, their options and files. Asks the program itself, so it never goes stale.
_qipu() {
  local current=${COMP_WORDS[COMP_CWORD]} words=() word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && break
    words+=("$word")
  done
  local help
  help=$("${COMP_WORDS[0]}" "${words[@]}" --help 2>/dev/null) || return
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(grep -oE '(^|[ ,])--[a-z0-9-]+' <<<"$help" | tr -d ' ,')" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -W "$(sed -n '/^\(Subcommands\|SUBCOMMANDS\):/,$p' <<<"$help" | awk 'NR>1 && /^  [a-z]/ {print $1}')" -- "$current")
    [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _qipu qipu

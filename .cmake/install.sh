# Sourced by server/run and tests/run: installs Debian packages that are missing, and says so first.

say() {
  if [ -t 2 ] && [ -z "${NO_COLOR:-}" ]; then printf '\033[1mqipu: %s\033[0m\n' "$*" >&2; else printf 'qipu: %s\n' "$*" >&2; fi
}

# install_missing NAME…: root, or sudo, is needed only when something is missing.
install_missing() {
  local package missing=() as_root=() log=${TMPDIR:-/tmp}/qipu-install.log
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${#missing[@]} Debian packages: ${missing[*]}"
  case " ${missing[*]} " in
    *" libboost1.81-dev "*)
      if dpkg-query -W libboost-dev >/dev/null 2>&1; then say "libboost1.81-dev replaces libboost-dev, whose 1.74 is too old"; fi ;;
  esac
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { say "this needs root or sudo"; return 1; }
    as_root=(sudo)
  fi
  if ! { "${as_root[@]}" apt-get update -q &&
         "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
       } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    say "the installation failed; the whole log is $log"
    return 1
  fi
}

packages_of() { grep -v -e '^#' -e '^$' "$1"; }

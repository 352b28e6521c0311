#!/bin/sh
# install-deps.sh PACKAGES: installs those packages of the list that this Debian machine lacks, and says which.
# When none is missing it does nothing: no apt-get update, no sudo, no network.
set -eu
list=$1
packages=$(sed 's/#.*//' "$list")

if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "Not a Debian machine: please provide what $list names; CMake will say what it does not find."
  exit 0
fi

missing=
for package in $packages; do
  status=$(dpkg-query -W -f '${db:Status-Status} ' "$package" 2>/dev/null || true)
  case " $status" in
    *" installed "*) ;;
    *) missing="$missing $package" ;;
  esac
done
[ -n "$missing" ] || exit 0

echo "Installing the missing Debian packages:$missing"
as_root=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "Neither root nor sudo here. Please run as root: apt-get install --no-install-recommends$missing" >&2
    exit 1
  fi
  as_root=sudo
fi
$as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q
# shellcheck disable=SC2086 # a list of words
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing

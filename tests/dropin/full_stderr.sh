#!/bin/bash
# full_stderr.sh CLIENT: a program whose standard error is full or closed lives as it does without the library.
. "$(dirname "$0")/common.sh"
client=$1
cd "$work" || exit 1
export HETSCALAPACK_MODE=always HETSCALAPACK_VERBOSE=2
for redirection in '2>/dev/full' '2>&-'; do
  preloaded run 4 bash -c "exec \"\$@\" $redirection" client "$client" product
  must_end run $? 0
  HETSCALAPACK_MODE=sometimes preloaded run 4 bash -c "exec \"\$@\" $redirection" client "$client" forwarded
  must_end run $? 0
done
finish

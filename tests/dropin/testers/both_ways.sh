# Read by the scripts that run ScaLAPACK's own testers, unmodified, plain and with the library in every rank.
. "$(dirname "$0")/../common.sh"

# prepare TESTER INPUT CHANGES...: goes where the tester finds its input, which it reads from the current directory.
# CHANGES: files with lines that replace those of the input with the same comment.
prepare() {
  local tester=$1 input=$2 name
  shift 2
  [ -x "$tester" ] && [ -r "$input" ] || { fail "$tester, $input: not there, install scalapack-mpi-test"; finish; }
  name=$work/$(basename "$input")
  cp "$input" "$name"
  for changes in "$@"; do
    awk -F '\t+|   +' 'FILENAME == ARGV[1] { changed[$NF] = $0; next } $NF in changed { print changed[$NF]; next }
      { print }' "$changes" "$name" >"$name.new" && mv "$name.new" "$name"
  done
  cd "$work" || exit 1
}

# both_ways TESTER RANKS: both runs, which have to print the same verdicts (the caller's function of that name).
both_ways() {
  plain plain "$2" "$1"
  must_end plain $? 0
  # Leaks of the tester are its own.
  ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" HETSCALAPACK_MODE=always HETSCALAPACK_REPORT=$work/report.jsonl \
    HETSCALAPACK_CYCLE_TIMES=$(cut -d, -f1-"$2" <<<1,2,3,6,4,5) preloaded preloaded "$2" "$1"
  must_end preloaded $? 0
  verdicts plain >"$work/plain.verdicts"
  verdicts preloaded >"$work/preloaded.verdicts"
  diff "$work/plain.verdicts" "$work/preloaded.verdicts" || { fail "verdicts differ"; show preloaded; }
}

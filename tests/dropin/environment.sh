export HETSCALAPACK_MODE=always
#!/bin/bash
# environment.sh CLIENT VARIABLE=VALUE: a wrong value gives one line on rank 0 that names the variable, no rank says
# anything else, and both calls of the client go to ScaLAPACK with the right result (hetscalapack_last_call says so).
# Of files of cycle-times it says what is wrong: nowhere.hosts has no line for this host, twice.hosts two that differ.
# A report or a trace is not written to somebody else's file (mine), or where there is no folder.
. "$(dirname "$0")/common.sh"
client=$1 setting=$2
variable=${setting%%=*}
# A report or a trace that cannot be written is no reason to leave a call alone, nor is a library that nobody needs.
scenario=forwarded
[[ $variable =~ _(REPORT|TRACE|SCALAPACK)$ ]] && scenario=product

cd "$work" || exit 1
here=$(uname -n)
echo "nowhere 1" > nowhere.hosts
printf '%s 1\n%s 2\n' "$here" "$here" > twice.hosts
: > empty.hosts
echo "somebody's" > mine
export HETSCALAPACK_MODE=always
export "${setting?}"
preloaded preloaded 4 "$client" $scenario
must_end preloaded $? 0
lines=$(cat "$work"/preloaded.ranks/*/rank.0/stderr | wc -l)
named=$(grep -c "$variable" "$work"/preloaded.ranks/*/rank.0/stderr)
[ "$lines" -eq 1 ] && [ "$named" -eq 1 ] || fail "rank 0 wrote $lines lines, $named of them with $variable"
case $setting in
  *=/no/such/file) why="taken as the name of a file: file '/no/such/file' cannot be read: No such file or directory;" ;;
  *_LIMIT=12Q) why="'Q' is no unit of memory; allowed are 1 to 1048576T: a whole number of bytes" ;;
  *nowhere.hosts) why="no line for $here," ;;
  *twice.hosts) why="line 2: host '$here' has cycle-time 2 here and 1 in line 1" ;;
  *_REPORT=mine) why="is no report, and left alone" ;;
  *_TRACE=mine) why="is no trace, and left alone" ;;
  *_SCALAPACK=libm.so.6) why="libm.so.6 has no pdgemm_ or pdgetrf_" ;;
  *_SCALAPACK=*) why="/no/such/libscalapack.so: cannot open shared object file: No such file or directory" ;;
  *such/folder*) why="cannot be written: No such file or directory" ;;
  *empty.hosts) why="no line 'hostname cycle-time' in it" ;;
  *) why=$variable ;;
esac
grep -qF "$why" "$work"/preloaded.ranks/*/rank.0/stderr || fail "it does not say: $why"
if [[ $setting == */no/such/folder/* || $setting == *=mine ]]; then
  # Also where no call is taken that could be written.
  HETSCALAPACK_MODE=never preloaded early 4 "$client" forwarded
  must_end early $? 0
  [ "$(grep -cF "$why" "$work"/early.ranks/*/rank.0/stderr)" -eq 1 ] || fail "it is not told before a call is taken"
fi
[ "$(cat mine)" = "somebody's" ] || fail "a file of somebody else was changed"
for rank in 1 2 3; do
  [ ! -s "$work"/preloaded.ranks/*/rank.$rank/stderr ] || fail "rank $rank wrote to stderr"
done
[ "$failures" -eq 0 ] || show preloaded
cat "$work"/preloaded.ranks/*/rank.0/stderr
finish

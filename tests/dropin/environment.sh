export HETSCALAPACK_MODE=always
#!/bin/bash
# environment.sh CLIENT VARIABLE=VALUE: a wrong value gives one line on rank 0 that names the variable, no rank says
# anything else, and both calls of the client go to ScaLAPACK with the right result (hetscalapack_last_call says so).
# A file of cycle-times that has no line for this host must name the host: nowhere.hosts is one.
. "$(dirname "$0")/common.sh"
client=$1 setting=$2
variable=${setting%%=*}
# A report or a trace that cannot be written is no reason to leave a call alone.
scenario=forwarded
[[ $variable =~ _(REPORT|TRACE)$ ]] && scenario=product

cd "$work" || exit 1
echo "nowhere 1" > nowhere.hosts
export HETSCALAPACK_MODE=always
export "${setting?}"
preloaded preloaded 4 "$client" $scenario
must_end preloaded $? 0
lines=$(cat "$work"/preloaded.ranks/*/rank.0/stderr | wc -l)
named=$(grep -c "$variable" "$work"/preloaded.ranks/*/rank.0/stderr)
[ "$lines" -eq 1 ] && [ "$named" -eq 1 ] || fail "rank 0 wrote $lines lines, $named of them with $variable"
if [[ $setting == *nowhere.hosts ]]; then
  grep -q "no line for $(uname -n)," "$work"/preloaded.ranks/*/rank.0/stderr || fail "the host is not named"
fi
for rank in 1 2 3; do
  [ ! -s "$work"/preloaded.ranks/*/rank.$rank/stderr ] || fail "rank $rank wrote to stderr"
done
[ "$failures" -eq 0 ] || show preloaded
cat "$work"/preloaded.ranks/*/rank.0/stderr
finish

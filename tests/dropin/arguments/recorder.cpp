// PBLAS ends a program through PB_Cabort; as in Debian's own testers, a program may bring one that returns.
#include <cstdio>

extern "C" __attribute__((visibility("default"))) void PB_Cabort(int context, char* routine, int info) {
  std::fprintf(stderr, "PB_Cabort(%d, %s, %d)\n", context, routine, info);
}

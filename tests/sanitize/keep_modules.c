/* dlclose that closes nothing, in sanitized builds only: Open MPI unloads its components in MPI_Finalize, and
 * a leak report at exit could not say any more which of them allocated, so tests/sanitize/lsan.supp could not
 * name them. */
__attribute__((visibility("default"))) int dlclose(void* handle) {
  (void)handle;
  return 0;
}

/* dropin_loader MODULE: knows MPI alone; loads the module with RTLD_LOCAL, as interpreters do, runs it, and closes it
 * before MPI ends. */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  int (*product)(void) = NULL;
  MPI_Init(&argc, &argv);
  void* module = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  void* symbol = module ? dlsym(module, "module_product") : NULL;
  if (symbol == NULL) {
    fprintf(stderr, "dropin_loader: %s\n", dlerror());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  memcpy(&product, &symbol, sizeof product);
  const int code = product();
  dlclose(module);
  MPI_Finalize();
  return code;
}

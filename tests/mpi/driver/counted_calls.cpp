#include "tests/mpi/driver/counted_calls.hpp"

namespace het::test {

Counts counts;
MPI_Comm watched = MPI_COMM_NULL;
int of_watched = 0;

namespace {

void count(MPI_Comm comm) {
  ++counts.collectives;
  if (comm == watched) ++of_watched;
}

}  // namespace
}  // namespace het::test

extern "C" {
int MPI_Allreduce(const void* in, void* out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  het::test::count(comm);
  return PMPI_Allreduce(in, out, n, type, op, comm);
}
int MPI_Bcast(void* data, int n, MPI_Datatype type, int root, MPI_Comm comm) {
  het::test::count(comm);
  return PMPI_Bcast(data, n, type, root, comm);
}
int MPI_Gather(const void* in, int n, MPI_Datatype type, void* out, int m, MPI_Datatype to, int root,
               MPI_Comm comm) {
  het::test::count(comm);
  return PMPI_Gather(in, n, type, out, m, to, root, comm);
}
int MPI_Igather(const void* in, int n, MPI_Datatype type, void* out, int m, MPI_Datatype to, int root,
                MPI_Comm comm, MPI_Request* request) {
  het::test::count(comm);
  return PMPI_Igather(in, n, type, out, m, to, root, comm, request);
}
int MPI_Ibcast(void* data, int n, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
  het::test::count(comm);
  return PMPI_Ibcast(data, n, type, root, comm, request);
}
int MPI_Allgather(const void* in, int n, MPI_Datatype type, void* out, int m, MPI_Datatype to,
                  MPI_Comm comm) {
  het::test::count(comm);
  return PMPI_Allgather(in, n, type, out, m, to, comm);
}
int MPI_Barrier(MPI_Comm comm) {
  het::test::count(comm);
  return PMPI_Barrier(comm);
}
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
  ++het::test::counts.communicators;
  return PMPI_Comm_dup(comm, made);
}
int MPI_Send(const void* data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  ++het::test::counts.sends;
  return PMPI_Send(data, n, type, to, tag, comm);
}
}

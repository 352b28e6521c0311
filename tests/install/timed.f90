! A program that uses MPI's own module beside ScaLAPACK: C := A A^T, A all ones, so C is n everywhere.
program timed
  use mpi, only: mpi_comm_world, mpi_logical, mpi_land, mpi_wtime
  implicit none
  integer, parameter :: n = 300, nb = 16, p = 2
  integer :: context, rows, cols, row, col, m_local, n_local, info, ierr
  integer :: desc(9)
  double precision, allocatable :: a(:, :), c(:, :)
  double precision :: start
  integer, external :: numroc
  logical :: good, all_good

  call mpi_init(ierr)
  call blacs_get(-1, 0, context)
  call blacs_gridinit(context, 'Row', p, p)
  call blacs_gridinfo(context, rows, cols, row, col)
  m_local = numroc(n, nb, row, 0, p)
  n_local = numroc(n, nb, col, 0, p)
  call descinit(desc, n, n, nb, nb, 0, 0, context, m_local, info)
  allocate (a(m_local, n_local), c(m_local, n_local))
  a = 1
  start = mpi_wtime()
  call pdgemm('N', 'T', n, n, n, 1d0, a, 1, 1, desc, a, 1, 1, desc, 0d0, c, 1, 1, desc)
  good = mpi_wtime() >= start .and. maxval(abs(c - n)) <= 1d-9
  call mpi_allreduce(good, all_good, 1, mpi_logical, mpi_land, mpi_comm_world, ierr)
  if (row == 0 .and. col == 0) print '(a)', merge('product right', 'product wrong', all_good)
  call blacs_gridexit(context)
  call mpi_finalize(ierr)
end program timed

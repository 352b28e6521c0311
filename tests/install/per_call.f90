! Chooses per call through the installed module: ScaLAPACK's own name and the library's stand side by side.
program per_call
  use hetscalapack, only: het_pdgemm, hetscalapack_call, hetscalapack_last_call
  implicit none
  integer, parameter :: n = 300, nb = 16, p = 2
  integer :: context, rows, cols, row, col, m_local, n_local, info, holders
  integer :: desc(9)
  double precision, allocatable :: a(:, :), c(:, :)
  type(hetscalapack_call) :: call_record
  integer, external :: numroc
  logical :: good

  call blacs_get(-1, 0, context)
  call blacs_gridinit(context, 'Row', p, p)
  call blacs_gridinfo(context, rows, cols, row, col)
  m_local = numroc(n, nb, row, 0, p)
  n_local = numroc(n, nb, col, 0, p)
  call descinit(desc, n, n, nb, nb, 0, 0, context, m_local, info)
  allocate (a(m_local, n_local), c(m_local, n_local))
  a = 1
  c = huge(1d0)
  call het_pdgemm('N', 'T', n, n, n, 2d0, a, 1, 1, desc, a, 1, 1, desc, 0d0, c, 1, 1, desc)
  call hetscalapack_last_call(call_record)
  ! A plan may leave a process out; somebody holds the operands.
  holders = merge(1, 0, call_record%bytes_allocated > 0)
  call igsum2d(context, 'All', ' ', 1, 1, holders, 1, -1, -1)
  good = maxval(abs(c - 2*n)) <= 1d-9 .and. call_record%taken == 1 .and. call_record%m == n .and. &
         holders > 0 .and. storage_size(call_record) == 304*8 .and. all(call_record%routine(2:6) == ['d', 'g', 'e', 'm', 'm'])
  if (row == 0 .and. col == 0) print '(a)', merge('product right', 'product wrong', good)
  call blacs_gridexit(context)
  call blacs_exit(0)
  if (.not. good) stop 1
end program per_call

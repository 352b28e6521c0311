! Least squares by PDGELS, and nothing else of ScaLAPACK's computing: A is 400 x 300 and b = A 1, so x = 1.
program fit
  implicit none
  integer, parameter :: m = 400, n = 300, nb = 16, p = 2
  integer :: context, iam, processes, rows, cols, row, col, m_local, n_local, info, i, j, gi
  integer :: desca(9), descb(9)
  double precision, allocatable :: a(:, :), b(:, :), work(:)
  double precision :: error, query(1)
  integer, external :: numroc, indxl2g

  call blacs_pinfo(iam, processes)
  call blacs_get(-1, 0, context)
  call blacs_gridinit(context, 'Row', p, p)
  call blacs_gridinfo(context, rows, cols, row, col)
  m_local = numroc(m, nb, row, 0, p)
  n_local = numroc(n, nb, col, 0, p)
  call descinit(desca, m, n, nb, nb, 0, 0, context, m_local, info)
  call descinit(descb, m, 1, nb, nb, 0, 0, context, m_local, info)
  allocate (a(m_local, n_local), b(m_local, 1))
  do i = 1, m_local
    gi = indxl2g(i, nb, row, 0, p)
    do j = 1, n_local
      a(i, j) = entry(gi, indxl2g(j, nb, col, 0, p))
    end do
    b(i, 1) = sum([(entry(gi, j), j=1, n)])
  end do
  call pdgels('N', m, n, 1, a, 1, 1, desca, b, 1, 1, descb, query, -1, info)
  allocate (work(int(query(1))))
  call pdgels('N', m, n, 1, a, 1, 1, desca, b, 1, 1, descb, work, size(work), info)

  error = abs(info)
  if (col == 0) then
    do i = 1, m_local
      if (indxl2g(i, nb, row, 0, p) <= n) error = max(error, abs(b(i, 1) - 1))
    end do
  end if
  call dgamx2d(context, 'All', ' ', 1, 1, error, 1, iam, iam, -1, -1, -1)
  if (iam == 0) print '(a)', merge('solution right', 'solution wrong', error <= 1d-10)
  call blacs_gridexit(context)
  call blacs_exit(0)
  if (error > 1d-10) stop 1

contains
  pure double precision function entry(i, j)
    integer, intent(in) :: i, j
    entry = merge(dble(n), 1d0/(1 + abs(i - j)), i == j) + mod(i, 3)
  end function entry
end program fit

! The program of product.c in Fortran: C := A B on a 2 x 2 grid, A = x y^T, B = x y^T, so C = (y^T x) x y^T.
program product
  implicit none
  integer, parameter :: n = 300, nb = 16, p = 2
  integer :: context, iam, processes, rows, cols, row, col, m_local, n_local, info, i, j
  integer :: desc(9)
  double precision, allocatable :: a(:, :), b(:, :), c(:, :)
  double precision :: dot, error
  integer, external :: numroc, indxl2g

  call blacs_pinfo(iam, processes)
  call blacs_get(-1, 0, context)
  call blacs_gridinit(context, 'Row', p, p)
  call blacs_gridinfo(context, rows, cols, row, col)
  m_local = numroc(n, nb, row, 0, p)
  n_local = numroc(n, nb, col, 0, p)
  call descinit(desc, n, n, nb, nb, 0, 0, context, m_local, info)
  allocate (a(m_local, n_local), b(m_local, n_local), c(m_local, n_local))
  do j = 1, n_local
    do i = 1, m_local
      a(i, j) = x(indxl2g(i, nb, row, 0, p))*y(indxl2g(j, nb, col, 0, p))
    end do
  end do
  b = a
  c = huge(1d0)
  call pdgemm('N', 'N', n, n, n, 1d0, a, 1, 1, desc, b, 1, 1, desc, 0d0, c, 1, 1, desc)

  dot = 0
  do i = 1, n
    dot = dot + x(i)*y(i)
  end do
  error = maxval(abs(c - dot*a))
  call dgamx2d(context, 'All', ' ', 1, 1, error, 1, iam, iam, -1, -1, -1)
  if (iam == 0) print '(a)', merge('product right', 'product wrong', error <= 1d-9)
  call blacs_gridexit(context)
  call blacs_exit(0)
  if (error > 1d-9) stop 1

contains
  pure double precision function x(i)
    integer, intent(in) :: i
    x = 1 + mod(i, 7)
  end function x
  pure double precision function y(i)
    integer, intent(in) :: i
    y = 2 - mod(i, 5)
  end function y
end program product

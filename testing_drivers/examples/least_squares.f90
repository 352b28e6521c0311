! min |b - A x| with ScaLAPACK: factors a 3N/2 x N matrix with PDGEQRF, applies Q^T with PDORMQR, solves with PDTRTRS, checks
! the solution, prints one line.
!
!   mpirun -np 4 example_least_squares [N [NB [NPROW NPCOL]]]   default 1000 64, grid as square as possible
!
! Exit code 0 when the solution is right, 1 when not, 2 for bad arguments.
program least_squares_scalapack
  use distributed
  implicit none
  integer :: m, n, nb, info, desca(9), descb(9), descx(9)
  real(dp), allocatable :: a(:, :), b(:, :), r(:, :), g(:, :), tau(:), work(:)
  real(dp) :: seconds, residual, size_of_work(1)
  logical :: passed

  call start_grid('example_least_squares', n, nb)
  m = n + n / 2
  call new_matrix(m, n, nb, desca, a)
  call new_matrix(m, 1, nb, descb, b)
  call fill(a, desca, 1)
  call fill(b, descb, 2)

  allocate (tau(max(1, numroc(n, nb, mycol, 0, npcol))))
  call pdgeqrf(m, n, a, 1, 1, desca, tau, size_of_work, -1, info)
  allocate (work(int(size_of_work(1))))
  seconds = start_clock()
  call pdgeqrf(m, n, a, 1, 1, desca, tau, work, size(work), info)
  seconds = stop_clock(seconds)
  passed = info == 0

  ! R x = the first n entries of Q^T b
  call pdormqr('L', 'T', m, 1, n, a, 1, 1, desca, tau, b, 1, 1, descb, size_of_work, -1, info)
  deallocate (work)
  allocate (work(int(size_of_work(1))))
  call pdormqr('L', 'T', m, 1, n, a, 1, 1, desca, tau, b, 1, 1, descb, work, size(work), info)
  passed = passed .and. info == 0
  call pdtrtrs('U', 'N', 'N', n, 1, a, 1, 1, desca, b, 1, 1, descb, info)
  passed = passed .and. info == 0

  ! |A^T (b - A x)|_max / (|A|_1 |b|_max M eps): the residual of a least squares solution is orthogonal to the columns of A.
  ! A and b are made anew, the factors and x have taken their place.
  call new_matrix(m, 1, nb, descb, r)
  call new_matrix(n, 1, nb, descx, g)
  call fill(a, desca, 1)
  call fill(r, descb, 2)
  residual = norm('1', desca, a) * norm('M', descb, r) * m * epsilon(1.0_dp) / 2
  call pdgemv('N', m, n, -1.0_dp, a, 1, 1, desca, b, 1, 1, descb, 1, 1.0_dp, r, 1, 1, descb, 1)
  call pdgemv('T', m, n, 1.0_dp, a, 1, 1, desca, r, 1, 1, descb, 1, 0.0_dp, g, 1, 1, descx, 1)
  residual = norm('M', descx, g) / residual
  passed = passed .and. residual <= 5
  call print_line('pdgeqrf', n, nb, seconds, 2 * real(n, dp)**2 * (m - real(n, dp) / 3), residual, passed)
  deallocate (a, b, r, g, tau, work)
  call end_grid(passed)
end program least_squares_scalapack

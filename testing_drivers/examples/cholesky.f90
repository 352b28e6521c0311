! A x = b for a symmetric positive definite A with ScaLAPACK: factors an N x N matrix with PDPOTRF, solves with PDPOTRS,
! checks the solution, prints one line.
!
!   mpirun -np 4 example_cholesky [N [NB [NPROW NPCOL]]]        default 1000 64, grid as square as possible
!
! Exit code 0 when the solution is right, 1 when not, 2 for bad arguments.
program cholesky_scalapack
  use distributed
  implicit none
  integer :: n, nb, info, desca(9), descx(9)
  real(dp), allocatable :: a(:, :), x(:, :), r(:, :)
  real(dp) :: seconds, residual
  logical :: passed

  call start_grid('example_cholesky', n, nb)
  call new_matrix(n, n, nb, desca, a)
  call new_matrix(n, 1, nb, descx, x)
  call new_matrix(n, 1, nb, descx, r)
  call fill(a, desca, 1, definite=.true.)
  call fill(x, descx, 2)

  seconds = start_clock()
  call pdpotrf('L', n, a, 1, 1, desca, info)
  seconds = stop_clock(seconds)
  passed = info == 0
  if (passed) call pdpotrs('L', n, 1, a, 1, 1, desca, x, 1, 1, descx, info)

  ! max |b - A x| / (|A|_inf |x|_max N eps); A and b are made anew, the factor and x have taken their place
  call fill(a, desca, 1, definite=.true.)
  call fill(r, descx, 2)
  call pdgemv('N', n, n, -1.0_dp, a, 1, 1, desca, x, 1, 1, descx, 1, 1.0_dp, r, 1, 1, descx, 1)
  residual = norm('M', descx, r) / (norm('I', desca, a) * norm('M', descx, x) * n * epsilon(1.0_dp) / 2)
  passed = passed .and. info == 0 .and. residual <= 3
  call print_line('pdpotrf', n, nb, seconds, real(n, dp)**3 / 3, residual, passed)
  deallocate (a, x, r)
  call end_grid(passed)
end program cholesky_scalapack

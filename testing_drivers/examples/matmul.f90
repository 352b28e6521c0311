! C = A * B with ScaLAPACK: fills two N x N matrices, multiplies them with PDGEMM, checks the product, prints one line.
!
!   mpirun -np 4 example_matmul_f [N [NB [NPROW NPCOL]]]        default 1000 64, grid as square as possible
!
! Exit code 0 when the product is right, 1 when not, 2 for bad arguments.
program matmul_scalapack
  use distributed
  implicit none
  integer :: n, nb, desca(9), descx(9)
  real(dp), allocatable :: a(:, :), b(:, :), c(:, :), x(:, :), bx(:, :), r(:, :)
  real(dp) :: seconds, residual
  logical :: passed

  call start_grid('example_matmul_f', n, nb)
  call new_matrix(n, n, nb, desca, a)
  call new_matrix(n, n, nb, desca, b)
  call new_matrix(n, n, nb, desca, c)
  call fill(a, desca, 1)
  call fill(b, desca, 2)

  seconds = start_clock()
  call pdgemm('N', 'N', n, n, n, 1.0_dp, a, 1, 1, desca, b, 1, 1, desca, 0.0_dp, c, 1, 1, desca)
  seconds = stop_clock(seconds)

  ! max |C x - A (B x)| / (eps |A|_F |B|_F |x|_max): about 1 or less when C = A B up to rounding
  call new_matrix(n, 1, nb, descx, x)
  call new_matrix(n, 1, nb, descx, bx)
  call new_matrix(n, 1, nb, descx, r)
  call fill(x, descx, 3)
  call pdgemv('N', n, n, 1.0_dp, b, 1, 1, desca, x, 1, 1, descx, 1, 0.0_dp, bx, 1, 1, descx, 1)
  call pdgemv('N', n, n, 1.0_dp, a, 1, 1, desca, bx, 1, 1, descx, 1, 0.0_dp, r, 1, 1, descx, 1)
  call pdgemv('N', n, n, 1.0_dp, c, 1, 1, desca, x, 1, 1, descx, 1, -1.0_dp, r, 1, 1, descx, 1)
  residual = norm('M', descx, r) / (epsilon(1.0_dp) / 2 * norm('F', desca, a) * norm('F', desca, b) * norm('M', descx, x))
  passed = residual <= 10
  call print_line('pdgemm', n, nb, seconds, 2 * real(n, dp)**3, residual, passed)
  deallocate (a, b, c, x, bx, r)
  call end_grid(passed)
end program matmul_scalapack

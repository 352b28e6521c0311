! C = A * B with ScaLAPACK: fills two N x N matrices, multiplies them with PDGEMM, checks the product, prints one line.
!
!   mpirun -np 4 example_matmul_f [N [NB [NPROW NPCOL]]]        default 1000 64, grid as square as possible
!
! Exit code 0 when the product is right, 1 when not, 2 for bad arguments.
program matmul_scalapack
  use mpi
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer :: me, processes, context, nprow, npcol, myrow, mycol, n, nb, side, p, info, ierr, mloc, nloc, lld
  integer :: desca(9), descx(9)
  real(dp), allocatable :: a(:, :), b(:, :), c(:, :), x(:, :), bx(:, :), r(:, :), work(:)
  real(dp) :: start, seconds, residual
  logical :: passed
  integer, external :: numroc
  real(dp), external :: pdlange

  call MPI_Init(ierr)
  call blacs_pinfo(me, processes)
  side = 1
  do p = 1, processes
    if (p * p <= processes .and. mod(processes, p) == 0) side = p
  end do
  n = argument(1, 1000)
  nb = argument(2, 64)
  nprow = argument(3, side)
  npcol = argument(4, processes / side)
  if (min(n, nb, nprow, npcol) < 1 .or. nprow * npcol /= processes) then
    if (me == 0) print '(a)', 'usage: example_matmul_f [N [NB [NPROW NPCOL]]], NPROW * NPCOL = number of processes'
    call MPI_Finalize(ierr)
    call exit(2)
  end if
  call blacs_get(-1, 0, context)
  call blacs_gridinit(context, 'Row', nprow, npcol)
  call blacs_gridinfo(context, nprow, npcol, myrow, mycol)

  mloc = numroc(n, nb, myrow, 0, nprow)
  nloc = numroc(n, nb, mycol, 0, npcol)
  lld = max(1, mloc)
  call descinit(desca, n, n, nb, nb, 0, 0, context, lld, info)
  call descinit(descx, n, 1, nb, nb, 0, 0, context, lld, info)
  allocate (a(lld, max(1, nloc)), b(lld, max(1, nloc)), c(lld, max(1, nloc)), work(mloc + nloc + 1))
  allocate (x(lld, 1), bx(lld, 1), r(lld, 1))
  call fill(a, mloc, nloc, 1)
  call fill(b, mloc, nloc, 2)
  call fill(x, mloc, numroc(1, nb, mycol, 0, npcol), 3)

  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  start = MPI_Wtime()
  call pdgemm('N', 'N', n, n, n, 1.0_dp, a, 1, 1, desca, b, 1, 1, desca, 0.0_dp, c, 1, 1, desca)
  seconds = MPI_Wtime() - start
  call MPI_Allreduce(MPI_IN_PLACE, seconds, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)

  ! max |C x - A (B x)| / (eps |A|_F |B|_F |x|_max): about 1 or less when C = A B up to rounding
  call pdgemv('N', n, n, 1.0_dp, b, 1, 1, desca, x, 1, 1, descx, 1, 0.0_dp, bx, 1, 1, descx, 1)
  call pdgemv('N', n, n, 1.0_dp, a, 1, 1, desca, bx, 1, 1, descx, 1, 0.0_dp, r, 1, 1, descx, 1)
  call pdgemv('N', n, n, 1.0_dp, c, 1, 1, desca, x, 1, 1, descx, 1, -1.0_dp, r, 1, 1, descx, 1)
  residual = pdlange('M', n, 1, r, 1, 1, descx, work) / (epsilon(1.0_dp) / 2 * &
             pdlange('F', n, n, a, 1, 1, desca, work) * pdlange('F', n, n, b, 1, 1, desca, work) * &
             pdlange('M', n, 1, x, 1, 1, descx, work))
  passed = residual <= 10
  if (me == 0) then
    print '(a,i0,a,i0,a,i0,a,i0,a,f0.4,a,f0.2,a,f0.4,1x,a)', 'pdgemm n=', n, ' nb=', nb, ' grid=', nprow, 'x', npcol, &
      ' seconds=', seconds, ' gflops=', 2e-9_dp * real(n, dp)**3 / seconds, ' residual=', residual, &
      merge('PASSED', 'FAILED', passed)
  end if
  call blacs_gridexit(context)
  call blacs_exit(1)
  call MPI_Finalize(ierr)
  if (.not. passed) call exit(1)

contains

  ! The local part of matrix number `which`; its entry (i, j) is the same on each grid.
  subroutine fill(matrix, rows, cols, which)
    real(dp), intent(out) :: matrix(:, :)
    integer, intent(in) :: rows, cols, which
    integer, external :: indxl2g
    integer :: il, jl
    matrix = 0
    do jl = 1, cols
      do il = 1, rows
        matrix(il, jl) = entry(indxl2g(il, nb, myrow, 0, nprow), indxl2g(jl, nb, mycol, 0, npcol), which)
      end do
    end do
  end subroutine fill

  ! In [-1, 1): the fraction of a sine that oscillates wildly.
  pure real(dp) function entry(i, j, which)
    integer, intent(in) :: i, j, which
    real(dp) :: s
    s = 43758.5453_dp * sin(12.9898_dp * i + 78.233_dp * j + 37.719_dp * which)
    entry = 2 * (s - floor(s)) - 1
  end function entry

  integer function argument(at, otherwise)
    integer, intent(in) :: at, otherwise
    character(len=32) :: text
    integer :: status
    argument = otherwise
    if (at > command_argument_count()) return
    call get_command_argument(at, text)
    read (text, *, iostat=status) argument
    if (status /= 0) argument = -1
  end function argument

end program matmul_scalapack

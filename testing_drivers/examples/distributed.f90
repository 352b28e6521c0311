! What the Fortran examples share: a process grid, the local part of a matrix on it, a clock.
module distributed
  use mpi
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer :: me, context, nprow, npcol, myrow, mycol
  integer, external :: numroc

contains

  ! Takes the arguments [N [NB [NPROW NPCOL]]] and starts the grid; prints the usage and ends the program when they are wrong.
  subroutine start_grid(name, n, nb)
    character(len=*), intent(in) :: name
    integer, intent(out) :: n, nb
    integer :: processes, side, p, ierr
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
      if (me == 0) print '(3a)', 'usage: ', name, ' [N [NB [NPROW NPCOL]]], NPROW * NPCOL = number of processes'
      call MPI_Finalize(ierr)
      call exit(2)
    end if
    call blacs_get(-1, 0, context)
    call blacs_gridinit(context, 'Row', nprow, npcol)
    call blacs_gridinfo(context, nprow, npcol, myrow, mycol)
  end subroutine start_grid

  subroutine end_grid(passed)
    logical, intent(in) :: passed
    integer :: ierr
    call blacs_gridexit(context)
    call blacs_exit(1)
    call MPI_Finalize(ierr)
    if (.not. passed) call exit(1)
  end subroutine end_grid

  ! An m x n matrix of zeros in nb x nb blocks, its descriptor and its local part.
  subroutine new_matrix(m, n, nb, desc, matrix)
    integer, intent(in) :: m, n, nb
    integer, intent(out) :: desc(9)
    real(dp), allocatable, intent(out) :: matrix(:, :)
    integer :: info, lld
    lld = max(1, numroc(m, nb, myrow, 0, nprow))
    call descinit(desc, m, n, nb, nb, 0, 0, context, lld, info)
    allocate (matrix(lld, max(1, numroc(n, nb, mycol, 0, npcol))))
    matrix = 0
  end subroutine new_matrix

  ! Matrix number `which`; its entry (i, j) is the same on each grid. With `definite` it is symmetric and positive definite.
  subroutine fill(matrix, desc, which, definite)
    real(dp), intent(inout) :: matrix(:, :)
    integer, intent(in) :: desc(9), which
    logical, intent(in), optional :: definite
    logical :: symmetric
    integer, external :: indxl2g
    integer :: il, jl, i, j
    symmetric = .false.
    if (present(definite)) symmetric = definite
    do jl = 1, numroc(desc(4), desc(6), mycol, 0, npcol)
      j = indxl2g(jl, desc(6), mycol, 0, npcol)
      do il = 1, numroc(desc(3), desc(5), myrow, 0, nprow)
        i = indxl2g(il, desc(5), myrow, 0, nprow)
        if (symmetric) then
          matrix(il, jl) = entry(max(i, j), min(i, j), which)
          if (i == j) matrix(il, jl) = matrix(il, jl) + desc(3)
        else
          matrix(il, jl) = entry(i, j, which)
        end if
      end do
    end do
  end subroutine fill

  ! In [-1, 1): what remains of the square of a number that (i, j) gives, modulo the prime 2^31 - 1.
  pure real(dp) function entry(i, j, which)
    integer, intent(in) :: i, j, which
    integer, parameter :: i8 = selected_int_kind(18)
    integer(i8), parameter :: prime = 2147483647_i8
    integer(i8) :: s
    s = mod(40014_i8 * i + mod(1234567_i8 * j, prime) + 69621_i8 * which, prime)
    s = mod(48271_i8 * mod(s * s, prime) + 7919_i8 * i, prime)
    entry = 2 * real(mod(s * s, prime), dp) / real(prime, dp) - 1
  end function entry

  real(dp) function norm(kind, desc, matrix)
    character, intent(in) :: kind
    integer, intent(in) :: desc(9)
    real(dp), intent(in) :: matrix(:, :)
    real(dp), external :: pdlange
    real(dp) :: work(size(matrix, 1) + size(matrix, 2))
    norm = pdlange(kind, desc(3), desc(4), matrix, 1, 1, desc, work)
  end function norm

  ! Seconds from the moment all processes are ready to the moment the last one is done.
  real(dp) function start_clock()
    integer :: ierr
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    start_clock = MPI_Wtime()
  end function start_clock

  real(dp) function stop_clock(start)
    real(dp), intent(in) :: start
    integer :: ierr
    stop_clock = MPI_Wtime() - start
    call MPI_Allreduce(MPI_IN_PLACE, stop_clock, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
  end function stop_clock

  ! One line on process 0.
  subroutine print_line(routine, n, nb, seconds, flops, residual, passed)
    character(len=*), intent(in) :: routine
    integer, intent(in) :: n, nb
    real(dp), intent(in) :: seconds, flops, residual
    logical, intent(in) :: passed
    if (me == 0) print '(2a,i0,a,i0,a,i0,a,i0,a,f0.4,a,f0.2,a,es8.2,1x,a)', &
      routine, ' n=', n, ' nb=', nb, ' grid=', nprow, 'x', npcol, ' seconds=', seconds, &
      ' gflops=', 1e-9_dp * flops / seconds, ' residual=', residual, merge('PASSED', 'FAILED', passed)
  end subroutine print_line

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

end module distributed

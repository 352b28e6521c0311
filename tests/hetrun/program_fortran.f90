! The Fortran bindings under hetrun: computes and says what it got, waits in MPI for a second, computes again.
program program_fortran
  use iso_c_binding
  implicit none
  include 'mpif.h'
  interface
    subroutine meter_start() bind(c, name='meter_start_for_fortran')
    end subroutine
    subroutine meter_print(phase, rank) bind(c, name='meter_print_for_fortran')
      import
      character(kind=c_char), intent(in) :: phase(*)
      integer(c_int), value :: rank
    end subroutine
    subroutine meter_compute(seconds) bind(c, name='meter_compute')
      import
      real(c_double), value :: seconds
    end subroutine
  end interface
  integer :: rank, ranks, to, value, request, error
  logical :: done

  call mpi_init(error)
  call mpi_comm_rank(mpi_comm_world, rank, error)
  call mpi_comm_size(mpi_comm_world, ranks, error)
  call mpi_barrier(mpi_comm_world, error)
  call meter_start()
  call meter_compute(1.5d0)
  call meter_print(c_char_'share'//c_null_char, rank)

  value = 0
  if (rank == 0) then
    call sleep(1)
    do to = 1, ranks - 1
      call mpi_send(value, 1, mpi_integer, to, 0, mpi_comm_world, error)
    end do
  else
    call mpi_irecv(value, 1, mpi_integer, 0, 0, mpi_comm_world, request, error)
    done = .false.
    do while (.not. done)
      call mpi_test(request, done, mpi_status_ignore, error)
    end do
    call meter_start()
    call meter_compute(0.3d0)
    call meter_print(c_char_'after'//c_null_char, rank)
  end if
  call mpi_finalize(error)
end program

! Explicit interfaces of hetscalapack's per-call names for Fortran programs; compile it with the program and USE it.
! Programs that only want the drop-in need nothing of this: they link -lhetscalapack before ScaLAPACK.
!
!   het_p?gemm   C := alpha op(A) op(B) + beta C, the arguments, scopes and errors of ScaLAPACK's P?GEMM
!   het_p?getrf  LU factorization, P?GETRF;  het_p?geqrf  QR, P?GEQRF;  het_p?potrf  Cholesky, P?POTRF
!   het_p?gemr2d B := A between any two block-cyclic layouts and grids, the arguments, scopes and errors of P?GEMR2D
!   hetscalapack_last_call   what the latest outermost call of this process did
!
! Characters have length one and no hidden length, as in PBLAS. Arrays are local parts, column-major.
module hetscalapack
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_double_complex, c_float, c_float_complex, c_int, c_int64_t
  implicit none
  private
  public :: het_psgemm, het_pdgemm, het_pcgemm, het_pzgemm
  public :: het_psgetrf, het_pdgetrf, het_pcgetrf, het_pzgetrf
  public :: het_psgeqrf, het_pdgeqrf, het_pcgeqrf, het_pzgeqrf
  public :: het_pspotrf, het_pdpotrf, het_pcpotrf, het_pzpotrf
  public :: het_psgemr2d, het_pdgemr2d, het_pcgemr2d, het_pzgemr2d
  public :: hetscalapack_call, hetscalapack_last_call

  ! The struct of hetscalapack.h, member by member, which says how it may grow; texts end with a null character.
  type, bind(c) :: hetscalapack_call
    character(kind=c_char) :: routine(16)
    integer(c_int) :: taken
    character(kind=c_char) :: reason(128)
    integer(c_int64_t) :: m, n, k
    integer(c_int) :: nprow, npcol
    integer(c_int) :: in_place
    real(c_double) :: plan, move_in, compute, move_out, busy, panel, broadcast, exchange, update, total
    real(c_double) :: predicted, bound
    integer(c_int64_t) :: bytes_moved, bytes_allocated
  end type hetscalapack_call

  interface
    subroutine hetscalapack_last_call(call) bind(c, name="hetscalapack_last_call")
      import :: hetscalapack_call
      type(hetscalapack_call), intent(out) :: call
    end subroutine hetscalapack_last_call

    subroutine het_psgemm(transa, transb, m, n, k, alpha, a, ia, ja, desca, b, ib, jb, descb, &
                           beta, c, ic, jc, descc) bind(c, name="het_psgemm_")
      import :: c_char, c_int, c_float
      character(kind=c_char), intent(in) :: transa, transb
      integer(c_int), intent(in) :: m, n, k, ia, ja, ib, jb, ic, jc
      integer(c_int), intent(in) :: desca(*), descb(*), descc(*)
      real(c_float), intent(in) :: alpha, beta, a(*), b(*)
      real(c_float), intent(inout) :: c(*)
    end subroutine het_psgemm

    subroutine het_pdgemm(transa, transb, m, n, k, alpha, a, ia, ja, desca, b, ib, jb, descb, &
                           beta, c, ic, jc, descc) bind(c, name="het_pdgemm_")
      import :: c_char, c_int, c_double
      character(kind=c_char), intent(in) :: transa, transb
      integer(c_int), intent(in) :: m, n, k, ia, ja, ib, jb, ic, jc
      integer(c_int), intent(in) :: desca(*), descb(*), descc(*)
      real(c_double), intent(in) :: alpha, beta, a(*), b(*)
      real(c_double), intent(inout) :: c(*)
    end subroutine het_pdgemm

    subroutine het_pcgemm(transa, transb, m, n, k, alpha, a, ia, ja, desca, b, ib, jb, descb, &
                           beta, c, ic, jc, descc) bind(c, name="het_pcgemm_")
      import :: c_char, c_int, c_float_complex
      character(kind=c_char), intent(in) :: transa, transb
      integer(c_int), intent(in) :: m, n, k, ia, ja, ib, jb, ic, jc
      integer(c_int), intent(in) :: desca(*), descb(*), descc(*)
      complex(c_float_complex), intent(in) :: alpha, beta, a(*), b(*)
      complex(c_float_complex), intent(inout) :: c(*)
    end subroutine het_pcgemm

    subroutine het_pzgemm(transa, transb, m, n, k, alpha, a, ia, ja, desca, b, ib, jb, descb, &
                           beta, c, ic, jc, descc) bind(c, name="het_pzgemm_")
      import :: c_char, c_int, c_double_complex
      character(kind=c_char), intent(in) :: transa, transb
      integer(c_int), intent(in) :: m, n, k, ia, ja, ib, jb, ic, jc
      integer(c_int), intent(in) :: desca(*), descb(*), descc(*)
      complex(c_double_complex), intent(in) :: alpha, beta, a(*), b(*)
      complex(c_double_complex), intent(inout) :: c(*)
    end subroutine het_pzgemm

    subroutine het_psgetrf(m, n, a, ia, ja, desca, ipiv, info) bind(c, name="het_psgetrf_")
      import :: c_int, c_float
      integer(c_int), intent(in) :: m, n, ia, ja, desca(*)
      real(c_float), intent(inout) :: a(*)
      integer(c_int), intent(inout) :: ipiv(*)
      integer(c_int), intent(out) :: info
    end subroutine het_psgetrf

    subroutine het_psgeqrf(m, n, a, ia, ja, desca, tau, work, lwork, info) bind(c, name="het_psgeqrf_")
      import :: c_int, c_float
      integer(c_int), intent(in) :: m, n, ia, ja, desca(*), lwork
      real(c_float), intent(inout) :: a(*), tau(*), work(*)
      integer(c_int), intent(out) :: info
    end subroutine het_psgeqrf

    subroutine het_pspotrf(uplo, n, a, ia, ja, desca, info) bind(c, name="het_pspotrf_")
      import :: c_char, c_int, c_float
      character(kind=c_char), intent(in) :: uplo
      integer(c_int), intent(in) :: n, ia, ja, desca(*)
      real(c_float), intent(inout) :: a(*)
      integer(c_int), intent(out) :: info
    end subroutine het_pspotrf

    subroutine het_pdgetrf(m, n, a, ia, ja, desca, ipiv, info) bind(c, name="het_pdgetrf_")
      import :: c_int, c_double
      integer(c_int), intent(in) :: m, n, ia, ja, desca(*)
      real(c_double), intent(inout) :: a(*)
      integer(c_int), intent(inout) :: ipiv(*)
      integer(c_int), intent(out) :: info
    end subroutine het_pdgetrf

    subroutine het_pdgeqrf(m, n, a, ia, ja, desca, tau, work, lwork, info) bind(c, name="het_pdgeqrf_")
      import :: c_int, c_double
      integer(c_int), intent(in) :: m, n, ia, ja, desca(*), lwork
      real(c_double), intent(inout) :: a(*), tau(*), work(*)
      integer(c_int), intent(out) :: info
    end subroutine het_pdgeqrf

    subroutine het_pdpotrf(uplo, n, a, ia, ja, desca, info) bind(c, name="het_pdpotrf_")
      import :: c_char, c_int, c_double
      character(kind=c_char), intent(in) :: uplo
      integer(c_int), intent(in) :: n, ia, ja, desca(*)
      real(c_double), intent(inout) :: a(*)
      integer(c_int), intent(out) :: info
    end subroutine het_pdpotrf

    subroutine het_pcgetrf(m, n, a, ia, ja, desca, ipiv, info) bind(c, name="het_pcgetrf_")
      import :: c_int, c_float_complex
      integer(c_int), intent(in) :: m, n, ia, ja, desca(*)
      complex(c_float_complex), intent(inout) :: a(*)
      integer(c_int), intent(inout) :: ipiv(*)
      integer(c_int), intent(out) :: info
    end subroutine het_pcgetrf

    subroutine het_pcgeqrf(m, n, a, ia, ja, desca, tau, work, lwork, info) bind(c, name="het_pcgeqrf_")
      import :: c_int, c_float_complex
      integer(c_int), intent(in) :: m, n, ia, ja, desca(*), lwork
      complex(c_float_complex), intent(inout) :: a(*), tau(*), work(*)
      integer(c_int), intent(out) :: info
    end subroutine het_pcgeqrf

    subroutine het_pcpotrf(uplo, n, a, ia, ja, desca, info) bind(c, name="het_pcpotrf_")
      import :: c_char, c_int, c_float_complex
      character(kind=c_char), intent(in) :: uplo
      integer(c_int), intent(in) :: n, ia, ja, desca(*)
      complex(c_float_complex), intent(inout) :: a(*)
      integer(c_int), intent(out) :: info
    end subroutine het_pcpotrf

    subroutine het_pzgetrf(m, n, a, ia, ja, desca, ipiv, info) bind(c, name="het_pzgetrf_")
      import :: c_int, c_double_complex
      integer(c_int), intent(in) :: m, n, ia, ja, desca(*)
      complex(c_double_complex), intent(inout) :: a(*)
      integer(c_int), intent(inout) :: ipiv(*)
      integer(c_int), intent(out) :: info
    end subroutine het_pzgetrf

    subroutine het_pzgeqrf(m, n, a, ia, ja, desca, tau, work, lwork, info) bind(c, name="het_pzgeqrf_")
      import :: c_int, c_double_complex
      integer(c_int), intent(in) :: m, n, ia, ja, desca(*), lwork
      complex(c_double_complex), intent(inout) :: a(*), tau(*), work(*)
      integer(c_int), intent(out) :: info
    end subroutine het_pzgeqrf

    subroutine het_pzpotrf(uplo, n, a, ia, ja, desca, info) bind(c, name="het_pzpotrf_")
      import :: c_char, c_int, c_double_complex
      character(kind=c_char), intent(in) :: uplo
      integer(c_int), intent(in) :: n, ia, ja, desca(*)
      complex(c_double_complex), intent(inout) :: a(*)
      integer(c_int), intent(out) :: info
    end subroutine het_pzpotrf

    subroutine het_psgemr2d(m, n, a, ia, ja, desca, b, ib, jb, descb, context) bind(c, name="het_psgemr2d_")
      import :: c_int, c_float
      integer(c_int), intent(in) :: m, n, ia, ja, ib, jb, context
      integer(c_int), intent(in) :: desca(*), descb(*)
      real(c_float), intent(in) :: a(*)
      real(c_float), intent(inout) :: b(*)
    end subroutine het_psgemr2d

    subroutine het_pdgemr2d(m, n, a, ia, ja, desca, b, ib, jb, descb, context) bind(c, name="het_pdgemr2d_")
      import :: c_int, c_double
      integer(c_int), intent(in) :: m, n, ia, ja, ib, jb, context
      integer(c_int), intent(in) :: desca(*), descb(*)
      real(c_double), intent(in) :: a(*)
      real(c_double), intent(inout) :: b(*)
    end subroutine het_pdgemr2d

    subroutine het_pcgemr2d(m, n, a, ia, ja, desca, b, ib, jb, descb, context) bind(c, name="het_pcgemr2d_")
      import :: c_int, c_float_complex
      integer(c_int), intent(in) :: m, n, ia, ja, ib, jb, context
      integer(c_int), intent(in) :: desca(*), descb(*)
      complex(c_float_complex), intent(in) :: a(*)
      complex(c_float_complex), intent(inout) :: b(*)
    end subroutine het_pcgemr2d

    subroutine het_pzgemr2d(m, n, a, ia, ja, desca, b, ib, jb, descb, context) bind(c, name="het_pzgemr2d_")
      import :: c_int, c_double_complex
      integer(c_int), intent(in) :: m, n, ia, ja, ib, jb, context
      integer(c_int), intent(in) :: desca(*), descb(*)
      complex(c_double_complex), intent(in) :: a(*)
      complex(c_double_complex), intent(inout) :: b(*)
    end subroutine het_pzgemr2d
  end interface
end module hetscalapack

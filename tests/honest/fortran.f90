! A Fortran function under a C name: whole arrays, but no allocation, input or output, which need libgfortran. Debian's
! static one cannot be linked into a shared object, and the shared one is not there when a submission is graded.
function attn_softmax(n_q, n_k, scores, weights) result(status) bind(c, name="attn_softmax")
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_size_t), value :: n_q, n_k
  real(c_float), intent(in) :: scores(n_k, n_q)
  real(c_float), intent(out) :: weights(n_k, n_q)
  integer(c_int) :: status
  real(c_float) :: row(n_k)
  integer(c_size_t) :: i

  do i = 1, n_q
    row = exp(scores(:, i) - maxval(scores(:, i)))
    weights(:, i) = row / sum(row)
  end do
  status = merge(0, -99, all(weights >= 0) .and. size(weights) == n_q * n_k)
end function

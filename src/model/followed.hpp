#pragma once
#include "src/model/call_shape.hpp"

namespace het {

// What it is taken to cost to follow a call of so many panels on a p x q grid, in messages that are followed one by one, each
// of some tenths of a microsecond: among 36 processes at most, and of a factorization no more than 4e5, of a product 1e5;
// else 0, and it is not followed. With P processes
//   factorization   (1 + p (p - 1) / 50) (r + 3 panels q (3 + n / (512 q)) p (p - 1)) + 8 panels p q + bytes of A / 512 KiB,
//                   r = k p (p - 1), and where that is more than 3e4, as many or an eighth of it
//   product         panels P^2
// That is how many there are of LU, QR and products, about. Cholesky has far fewer,
//   panels (2 p (p - 1) q + p (q - 1) + 2 (p - 1)),
// but is charged like the others: with its own count more of its grids would be followed, which takes up to four times as long
// and gains up to 3 %.
double followed_messages(const CallShape& shape, int p, int q, int processes, Extent panels);

}  // namespace het

#pragma once
namespace het {

// Messages of QR that are told apart: those of a panel's columns; parts of W, and its sums; the rest of TAU;
// then those of each panel that is under way.
struct QrChannel {
  static constexpr int columns = 0, parts = 1, sums = 2, rest = 3, panels = 4;
};

}  // namespace het

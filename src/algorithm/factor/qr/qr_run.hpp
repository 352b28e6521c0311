#pragma once
#include <array>
#include <vector>

#include "src/algorithm/factor/qr/panel_factorization.hpp"
#include "src/algorithm/factor/qr/update.hpp"
#include "src/distribution/panels/audience.hpp"
#include "src/distribution/panels/reflectors/panel_group.hpp"

namespace het {

// The factorization Qr on one rank of the grid, with all that it works with. Group g's block reflector and messages are in
// places g mod 2.
template <Scalar T>
class QrRun {
 public:
  // Takes all memory; throws std::bad_alloc. No communication.
  QrRun(const GridMatrix<T>& a, const FactorOptions& options);
  QrRun(const QrRun&) = delete;
  QrRun& operator=(const QrRun&) = delete;

  // Collective over the grid. Once. tau (output): min(m, n) factors of the reflectors, min(m, n) > 0.
  ComputeStatistics run(std::vector<T>& tau);

 private:
  BlockReflector<T> reflector(std::size_t g) const;
  LineBroadcast& broadcast(std::size_t g, std::size_t i);
  bool mine(const Panel& panel) const { return panel.col == a_.grid().col(); }

  void factor_first_group();
  void put_tau(std::size_t g, std::vector<T>& tau) const;
  void step(std::size_t g);
  void factor(std::size_t g, std::size_t i);
  void apply(std::size_t g, Extent width, Extent begin, Extent end);
  void apply_local(std::size_t g, Extent width, Extent begin, Extent end);
  void apply_arriving(std::size_t g, Extent begin, Extent end);

  void start(std::size_t g, std::size_t i);
  void receive(std::size_t g);
  void wait(std::size_t g, std::size_t count);
  void await(Extent col);
  void progress();
  void share_tau(std::vector<T>& tau);

  const GridMatrix<T> a_;
  Moves& moves_;
  const std::vector<Panel> panels_;
  const std::vector<PanelGroup> groups_;
  const Audience audience_;
  const ProcessLine row_;
  QrPanelFactorization<T> factorization_;
  QrUpdate<T> update_;
  std::array<Buffer<T>, 2> reflectors_;
  std::vector<LineBroadcast> broadcasts_;
  JointLook look_;
  const Idle idle_ = [this] { progress(); };
  ComputeStatistics statistics_;
};

}  // namespace het

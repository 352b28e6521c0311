"""What the document says between its tables; figures are in the tables alone, which are made anew."""

INTRODUCTION = """# The papers' experiments, and scaling, in virtual time

Written by `make experiments{options}`
from runs of xhetsim on simulated platforms ([how](simulation.md)):
every figure is the same at every run, save the times of planning. The fastest host does 10 Gflop/s; a look for messages costs
0.1 us (`--look`; 0.2 at 1 Gb/s, 1 and 2 on the slower media). Uniform is
ScaLAPACK's block-cyclic layout, computed by this library's kernels, which are quicker than ScaLAPACK's own; nothing is
moved for it.
"""

BPRR99 = """
## [BPRR99] figures 10 to 15

Nine workstations, cycle-times 1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8; blocks of 64. The paper shows curves only, and says
of them: the product is very close to the best possible speedup; LU and QR are more than halved, the gain grows with N,
and "the results are not convincing". The first table and the plots are for a switch of 10 Gb/s; the second table is for
one shared medium of 100 Mb/s, far slower beside such hosts than the paper's Ethernet was beside its own.

On the switch, LU and QR come nearly as close to the best possible speedup as the product does, and closer the larger
they are, where the paper's did not: their blocks are dealt so that every step is balanced. On the shared medium the
wire decides, and unequal blocks lose up to a third: the matrix goes over it twice beside the panels, and of a product's
A and B, which stay where they are, a third more travels than in the uniform layout. Mode `auto` moves nothing there. A
dash stands for an order of QR that takes too long to simulate.
"""

DKK = """
## [DKK] tables 2 to 5

Twelve PCs of relative performance 1000 (three), 530 (five), 390, 330 (two) and 250 on a switch. The time of computing
with the plan of a method divided by that with the natural plan; below 1 the natural plan loses. DKK's own figures, then
those of BPRR99's heuristic, which is what they call specialised, then the planner's best.

The product agrees with DKK's table: what specialised plans won or lost there, they win or lose here. Where the
heuristic's ratio is above DKK's (2 x 3, 3 x 3), the natural plan is better than it was for DKK by up to an eighth; the
planner's best then is that plan or one as good. At order 1000 a block more or less for a slow processor moves the time
by more than the plans differ (4 x 3, a single fast computer), and a plan with the larger work rate need not be the
quicker one. In Cholesky, whose steps are the shortest, so that single blocks and waiting for panels count most, the
planner's best takes up to a quarter less than the natural plan. Moves go on beside the first and the last steps, so
that what computing waits for them is in these ratios: on this switch of 1 Gb/s that is much for Cholesky, where DKK's
data lay where they were computed with.
"""

NINE = """
## Nine processors, large orders

The nine workstations, and nine equal processors, blocks of 64, all moves included: on 3 x 3, and on the grid that the model
chooses where it is another one. Nine equal ones compute in place.

- `perfect division`: operations / (W 10 Gflop/s), where W is the work rate of the best plan on 3 x 3 (3.76 of the 3.92 fast
  processors that all nine are worth; 9 of equal ones), and the sum of all speeds on other grids.
- `prototype`: a throw-away program for 3 x 3 alone, with blocks of 64 or 32, whatever was quicker; copying in memory
  cost it nothing.
- `panel` to `idle`: what a mean processor spends on each, weighted by speed, so that they are parts of what all
  processors could have done; waiting for panels and partners is in `broadcast` and `exchange`. `moves` is the rest of the call,
  with what it waits for. What `update` must take on any grid is operations / (3.92 x 10 Gflop/s).

"""

NINE_WHY = """
What is lost beyond a perfect division:

- **Product**: waiting for those with a block more than their share, and for C on its way back. In place on nine equal processors
  63 blocks a side make 21 for each, where 20.8 would be their share: no layout of such blocks does better than 1.445 s.
- **LU, QR, Cholesky on 3 x 3** at 10 Gb/s: panels, which only one process column factors while the others work ahead, and
  for LU and QR the exchange along process columns, whose slow members come late; then what of both moves does not go on beside
  the steps. On 1 x 9 there is no exchange, and more to wait for each panel.
- **At 1 Gb/s** the exchange is the largest loss of LU, then the moves, which take ten times as long, and the panels on their way.
- **Cholesky**: panels on their way (`broadcast`): all that is left at order 12000.
- **Equal processors** lose nothing to idleness: panels, and the round of messages for each of their columns, are what is left.
"""

BASELINES = """
## The choice beside simple ways

What the library chooses, moves included, beside what one can do without unequal shares: `uniform`, the caller's layout in place;
`subset`, the best of uniform layouts on the fastest hosts alone; `several`, the best of uniform layouts with more processes on
faster hosts. The data of `subset` and `several` lie where they compute, as if a program had made them there. Each column is the
time of that way divided by that of the choice; below 1 the choice loses. Blocks of 64. Looks for messages cost three to
five times as much as elsewhere on this page (0.3 us at 10 and 100 Gb/s, 1 us at 1 Gb/s and between sites, 4 us on the slower
media), which moves times by up to 1 %, and Cholesky's by 2 %.

"""

BASELINES_WHY = """
Why simple ways win where they do:

- **Moves.** The choice brings the matrix from the caller's layout and back; the data of the others are where they compute.
  Where that decides, the list says so.
- **Slow networks.** At 1 Gb/s an LU of order 2000 on the nine workstations takes twice as long as at 10 Gb/s: messages, not
  computing, are most of it. `several` has many of its processes on the same fast hosts, where messages cost next to nothing,
  and three fast hosts alone (`subset`) send less than nine. On a shared medium, and on two sites with a slow link between them,
  the network is nearly all of the time at any order that can be simulated; the library moves nothing on such a medium unless it
  is told to.
- **A load that changes.** The hosts of `loaded16` lose up to 60 % of their speed to a load that changes at random every tenth
  of a second: what was measured before a call says nothing of the speeds in it, so that unequal shares only add to the
  imbalance. Equal shares are right there, as on `equal9`.

Of 64 hosts only Cholesky was simulated: the others take hours, and larger platforms would need orders beyond what can be
simulated for computing to dominate. Half of the processors 2.2 times slower, 16 to 1024 of them, with the layout in place beside
the choice, are under [Scaling](#scaling).
"""

SCALING = """
## Scaling

Half of the processors are 2.2 times slower than the others; blocks of 64, of 32 in LU and Cholesky. Strong scaling
keeps the order, weak scaling the part of the matrix that is each processor's.

- `grid`: what the library chooses, moving the matrix or leaving it in place, as mode `auto` does. That mode leaves small
  calls, as nearly all of these are, to ScaLAPACK: here the library takes them.
- `seconds` hold all moves, and no planning, for which see below.
- `part of all speed`: the rate of the call beside that of all processors together.
- `uniform / this`: the time in the uniform layout divided by this one, 1 where the choice is that layout.
- `moves`: of the busiest process. The parts of the computation behind them are means over all processes: waiting for
  panels and partners is in `broadcast` and `exchange`.
"""

LIMITS = """ These matrices are small for so many processors: at order 2048 each of 1024 has 2 x 2 blocks of 32 or a
single one of 64, and panels and messages are what the time goes to. Of the product, whose orders are half as large,
three processors of four have no block at all in the caller's layout in weak scaling, and on 1024 processors. LU and QR
then go to few process rows, which agree on pivots sooner, and leave processors out. Orders that would keep a thousand
processors busy cannot be simulated here: a run takes as long as it has messages ([what ends
when](simulation.md#hundreds-of-processors)).
"""

PLANNING = """
### Planning

Choosing among all grids and processors, in milliseconds of one processor of the machine that wrote this, the only times
here that are not virtual and differ from run to run: `hetplan grid --routine`, its start included, which decides as the
library does. One process decides, once for each shape of call, and the tables above do not hold it: small calls on a
thousand processors take no longer than this, so that mode `auto` looks for a layout only when they come again.

"""

PREDICTED = """
### Predicted and simulated

What the model predicted, in percent above (or below) what the simulation says: the least and the most of the calls above,
of the choice and of the uniform layout.

"""

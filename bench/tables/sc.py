"""Plain Promela under sequential consistency: the same states as SPIN, faster and smaller."""
from goals import Row, decide
from tools import Setting

NAME = "sc"
TITLE = "Sequential consistency"
ABOUT = """Plain Promela, read by both tools from the same file, explored completely. *States* are SPIN's "states, stored" and
Tarry's `states_stored`. *Bytes a state*: for SPIN, "actual memory usage for states" plus "memory used for hash table",
as pan prints them, over the states; its hash table has the smallest power of two of slots that is not less than the
states, and its search stack is left out. For Tarry, `state_bytes`, which counts everything that is kept for a
stored state, the hash table included. *States/s* are states over processor time; `spin -a` and `gcc` are left out,
Tarry's reading of the file is not."""

SETTINGS = [
    Setting("peterson.pml", 1741280, defines=("N=5",)),
    Setting("dekker.pml", 1583480, defines=("N=4",)),
    Setting("szymanski.pml", 2451702, defines=("N=4",)),
    Setting("bakery.pml", 2065571, defines=("N=3", "TICKETS=12")),
    Setting("fast.pml", 2014412, defines=("N=4",)),
    Setting("filter.pml", 3372723, defines=("N=4",)),
    Setting("mcs.pml", 2341927, defines=("N=5",), quick=True),
    Setting("ticket.pml", 5260808, defines=("N=8",)),
]

LARGE = 10 ** 6

HEADER = ["model", "states SPIN", "states Tarry", "equal", "bytes a state SPIN", "Tarry", "ratio",
          "states/s SPIN", "Tarry", "ratio"]


def measure(bench, setting):
    return Row(setting, *bench.measure(setting))


def cells(row):
    spin, tarry = row.spin, row.tarry
    return ["%s" % row.setting.name, "%d" % spin.states, "%d" % tarry.states, "yes" if spin.states == tarry.states else "NO",
            "%.1f" % spin.state_bytes, "%.1f" % tarry.state_bytes, "%.2f" % (tarry.state_bytes / spin.state_bytes),
            "%.0f" % spin.rate, "%.0f" % tarry.rate, "%.2f" % (tarry.rate / spin.rate)]


def goals(rows):
    large = [row for row in rows if not row.complete or row.spin.states >= LARGE]
    return [
        decide("SC: exactly SPIN's states.", rows, lambda row: abs(row.tarry.states - row.spin.states),
               lambda n: n == 0, lambda n: "%d states of difference" % n, smallest_is_worst=False),
        decide("SC, models of at least 10^6 states: at least 2 times pan's states/s.", large,
               lambda row: row.tarry.rate / row.spin.rate, lambda x: x >= 2, lambda x: "%.2f times" % x),
        decide("SC, models of at least 10^6 states: at most half of SPIN's bytes a state.", large,
               lambda row: row.tarry.state_bytes / row.spin.state_bytes, lambda x: x <= 0.5, lambda x: "%.2f" % x,
               smallest_is_worst=False),
    ]

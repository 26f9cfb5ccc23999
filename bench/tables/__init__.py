"""The tables of the benchmark, in the order in which they are measured and printed.

A table is a module with
    NAME        what --only may call it
    TITLE       its heading
    ABOUT       a paragraph that says what is compared
    SETTINGS    its settings (tools.Setting)
    HEADER      the columns
    measure(bench, setting)     runs the tools on one setting and returns a row
    cells(row)                  the row's columns as text
    goals(rows)                 the goals that these rows decide (goals.Goal)
and, where there is something to draw,
    PLOTS       the names of SVG files, and what each shows
    plots(rows)                 their contents by name
"""
from tables import (sc, buffered, verdict, table2, figures, locks, places, unbounded, generated, growth, maude, pimp, paper1, paper2, live,
                    translation, writes, thesis, repair, threads)

TABLES = [sc, buffered, verdict, table2, figures, locks, places, unbounded, generated, growth, maude, pimp, paper1, paper2, live,
          translation, writes, thesis, repair, threads]

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
"""
from tables import sc, buffered, verdict, table2, locks

TABLES = [sc, buffered, verdict, table2, locks]

"""plot.py: line charts as SVG, with a logarithmic vertical axis; panels side by side share one legend.

A point that is not `sure` (a search that did not end) is drawn hollow, and no line leads to it.
"""
import math
from dataclasses import dataclass
from xml.sax.saxutils import escape

COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#e377c2", "#17becf", "#7f7f7f", "#bcbd22"]
SHAPES = ["circle", "square", "triangle", "diamond"]

PANEL_WIDTH, PANEL_HEIGHT = 360, 300
LEFT, TOP, BOTTOM, GAP = 84, 44, 56, 100
LEGEND_WIDTH, LEGEND_LINE = 190, 20


@dataclass
class Point:
    x: float
    y: float
    sure: bool = True


@dataclass
class Panel:
    title: str
    y_label: str
    series: dict        # name: points, in increasing x; the same names in all panels of a chart


class Scale:
    """Whole decades that hold all values."""

    def __init__(self, values, pixels):
        values = values or [1.0]
        self.low = math.floor(math.log10(min(values)) + 1e-9)
        self.high = max(math.ceil(math.log10(max(values)) - 1e-9), self.low + 1)
        self.pixels = pixels

    def place(self, value):
        return self.pixels * (math.log10(value) - self.low) / (self.high - self.low)

    def decades(self):
        return [10.0 ** e for e in range(self.low, self.high + 1)]

    def between(self):
        return [digit * decade for decade in self.decades()[:-1] for digit in range(2, 10)]


def number_text(value):
    if value >= 1e6:
        return "%g M" % (value / 1e6)
    return "%g" % value if value < 1e3 else "{:,.0f}".format(value)


def text(x, y, content, anchor="start", size=12, extra=""):
    return '<text x="%.1f" y="%.1f" text-anchor="%s" font-size="%d"%s>%s</text>' % (x, y, anchor, size, extra, escape(content))


def line(x1, y1, x2, y2, colour, width=1):
    return '<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"/>' % (x1, y1, x2, y2, colour, width)


def marker(x, y, shape, colour, sure=True):
    style = 'fill="%s" stroke="%s" stroke-width="1.5"' % (colour if sure else "white", colour)
    if shape == "circle":
        return '<circle cx="%.1f" cy="%.1f" r="4" %s/>' % (x, y, style)
    corners = {"square": [(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)], "triangle": [(0, -4.5), (4.5, 3.5), (-4.5, 3.5)],
               "diamond": [(0, -5), (5, 0), (0, 5), (-5, 0)]}[shape]
    return '<polygon points="%s" %s/>' % (" ".join("%.1f,%.1f" % (x + dx, y + dy) for dx, dy in corners), style)


def look(index):
    return COLOURS[index % len(COLOURS)], SHAPES[index % len(SHAPES)]


def axes(panel, scale, left, x_label, xs, x_place):
    bottom = TOP + PANEL_HEIGHT
    out = [text(left + PANEL_WIDTH / 2, TOP - 12, panel.title, "middle", 14)]
    for value in scale.between():
        out.append(line(left - 3, bottom - scale.place(value), left, bottom - scale.place(value), "#888888"))
    for value in scale.decades():
        y = bottom - scale.place(value)
        out += [line(left, y, left + PANEL_WIDTH, y, "#dddddd"), line(left - 6, y, left, y, "#444444"),
                text(left - 9, y + 4, number_text(value), "end")]
    for x in xs:
        out += [line(x_place(x), bottom, x_place(x), bottom + 6, "#444444"), text(x_place(x), bottom + 20, "%g" % x, "middle")]
    out += [line(left, TOP, left, bottom, "#444444"), line(left, bottom, left + PANEL_WIDTH, bottom, "#444444"),
            text(left + PANEL_WIDTH / 2, bottom + 40, x_label, "middle", 13)]
    middle = TOP + PANEL_HEIGHT / 2
    out.append(text(left - 66, middle, panel.y_label, "middle", 13, ' transform="rotate(-90 %.1f %.1f)"' % (left - 66, middle)))
    return out


def curve(points, index, scale, x_place):
    colour, shape = look(index)
    places = [(x_place(p.x), TOP + PANEL_HEIGHT - scale.place(p.y), p.sure) for p in points]
    joined = " ".join("%.1f,%.1f" % (x, y) for x, y, sure in places if sure)
    out = ['<polyline points="%s" fill="none" stroke="%s" stroke-width="1.8"/>' % (joined, colour)] if joined else []
    return out + [marker(x, y, shape, colour, sure) for x, y, sure in places]


def legend(names, left, has_open):
    out = []
    for index, name in enumerate(names):
        colour, shape = look(index)
        y = TOP + 8 + LEGEND_LINE * index
        out += [line(left, y, left + 26, y, colour, 1.8), marker(left + 13, y, shape, colour), text(left + 34, y + 4, name)]
    if has_open:
        y = TOP + 8 + LEGEND_LINE * len(names) + 6
        out += [marker(left + 13, y, "circle", "#444444", False), text(left + 34, y + 4, "did not end")]
    return out


def chart(x_label, panels):
    """The chart as the text of an SVG file."""
    names = list(panels[0].series)
    everything = [p for panel in panels for points in panel.series.values() for p in points]
    xs = sorted({p.x for p in everything})
    width = LEFT + len(panels) * (PANEL_WIDTH + GAP) - GAP + 30 + LEGEND_WIDTH
    height = TOP + max(PANEL_HEIGHT + BOTTOM, LEGEND_LINE * (len(names) + 2))
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" fill="#222222">'
           % (width, height, width, height), '<rect width="%d" height="%d" fill="white"/>' % (width, height)]
    for number, panel in enumerate(panels):
        left = LEFT + number * (PANEL_WIDTH + GAP)
        scale = Scale([p.y for points in panel.series.values() for p in points], PANEL_HEIGHT)
        step = (PANEL_WIDTH - 40) / max(xs[-1] - xs[0], 1)

        def x_place(x, left=left, step=step):
            return left + 20 + (x - xs[0]) * step

        out += axes(panel, scale, left, x_label, xs, x_place)
        for index, name in enumerate(names):
            out += curve(panel.series[name], index, scale, x_place)
    out += legend(names, width - LEGEND_WIDTH, any(not p.sure for p in everything))
    return "\n".join(out + ["</svg>", ""])

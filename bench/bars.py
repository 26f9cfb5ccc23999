"""bars.py: bar charts as SVG with a logarithmic vertical axis: a group of bars for each program, a number above each bar."""
from dataclasses import dataclass

from plot import COLOURS, Scale, line, number_text, text

BAR, GROUP_GAP, SIDE = 34, 30, 18
LEFT, TOP, HEIGHT, BOTTOM = 84, 70, 260, 34
LEGEND_TOP = 44


@dataclass
class Bars:
    title: str
    y_label: str
    series: list            # names
    groups: dict            # name: one value for each of the series; 0 leaves its place empty


def short(value):
    """At most four characters or so, since a bar is no wider."""
    if value < 10_000:
        return "%d" % value
    if value < 1_000_000:
        return "%.3gk" % (value / 1e3)
    return "%.3gM" % (value / 1e6)


def legend(names, width):
    out, left = [], LEFT
    for index, name in enumerate(names):
        out += ['<rect x="%d" y="%d" width="12" height="12" fill="%s"/>' % (left, LEGEND_TOP - 10, COLOURS[index]),
                text(left + 17, LEGEND_TOP, name)]
        left += 17 + 7 * len(name) + 22
    return out, max(width, left)


def axis(scale, width, y_label):
    bottom = TOP + HEIGHT
    out = [line(LEFT - 3, bottom - scale.place(v), LEFT, bottom - scale.place(v), "#888888") for v in scale.between()]
    for value in scale.decades():
        y = bottom - scale.place(value)
        out += [line(LEFT, y, width - SIDE, y, "#dddddd"), line(LEFT - 6, y, LEFT, y, "#444444"), text(LEFT - 9, y + 4, number_text(value), "end")]
    middle = TOP + HEIGHT / 2
    out.append(text(LEFT - 66, middle, y_label, "middle", 13, ' transform="rotate(-90 %.1f %.1f)"' % (LEFT - 66, middle)))
    return out + [line(LEFT, TOP, LEFT, bottom, "#444444")]


def chart(bars):
    """The chart as the text of an SVG file."""
    values = [v for group in bars.groups.values() for v in group if v]
    scale = Scale(values, HEIGHT)
    bottom, wide = TOP + HEIGHT, BAR * len(bars.series)
    width = LEFT + len(bars.groups) * (wide + GROUP_GAP) + SIDE
    names, width = legend(bars.series, width)
    out = axis(scale, width, bars.y_label) + names
    for number, (group, row) in enumerate(bars.groups.items()):
        left = LEFT + GROUP_GAP / 2 + number * (wide + GROUP_GAP)
        for index, value in enumerate(row):
            if not value:
                continue
            x, y = left + index * BAR, bottom - scale.place(value)
            out += ['<rect x="%.1f" y="%.1f" width="%d" height="%.1f" fill="%s"/>' % (x + 2, y, BAR - 4, bottom - y, COLOURS[index]),
                    text(x + BAR / 2, y - 4, short(value), "middle", 10)]
        out.append(text(left + wide / 2, bottom + 20, group, "middle", 13))
    out += [line(LEFT, bottom, width - SIDE, bottom, "#444444"), text(LEFT, 22, bars.title, "start", 15)]
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" fill="#222222">'
    size = (width, bottom + BOTTOM)
    return "\n".join([head % (size * 2), '<rect width="%d" height="%d" fill="white"/>' % size, *out, "</svg>", ""])

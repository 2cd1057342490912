#!/usr/bin/env python3
"""Draws the lettering of the pieces as vector outlines: run by hand, its result is committed.

Source: LXGW WenKai Bold 1.250 (SIL OFL 1.1, see OFL.txt), Debian package fonts-lxgw-wenkai; needs python3-fonttools.
Each outline is moved so that the centre of its ink is 0,0, turned y down, scaled to 200 units an em, and written with
relative integer commands. Nothing of the font is needed to build or to run.
"""
import sys
from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

SIMPLIFIED = "帅仕相马车炮兵将士象卒楚河漢界棋谱"
TRADITIONAL = "帥將馬車俥傌砲譜"
EM = 200


class RelativePen(BasePen):
    def __init__(self, glyphs, map_point):
        super().__init__(glyphs)
        self.map, self.out, self.at = map_point, [], (0, 0)

    def _step(self, point):
        x, y = self.map(point)
        step = (x - self.at[0], y - self.at[1])
        self.at = (x, y)
        return step

    @staticmethod
    def _join(numbers):
        text = ""
        for n in numbers:
            text += str(n) if not text or n < 0 else " " + str(n)
        return text

    def _moveTo(self, p):
        self.out.append("m" + self._join(self._step(p)))
        self.start = self.at

    def _lineTo(self, p):
        dx, dy = self._step(p)
        if dx or dy:
            self.out.append(f"h{dx}" if not dy else f"v{dy}" if not dx else "l" + self._join((dx, dy)))

    def _qCurveToOne(self, c, p):
        cx, cy = self.map(c)
        cx, cy = cx - self.at[0], cy - self.at[1]
        dx, dy = self._step(p)
        if (cx or cy or dx or dy):
            self.out.append("q" + self._join((cx, cy, dx, dy)))

    def _curveToOne(self, *_):
        raise SystemExit("cubic outline: not this font")

    def _closePath(self):
        self.out.append("z")
        self.at = self.start


def outline(font, char):
    glyphs, name = font.getGlyphSet(), font.getBestCmap()[ord(char)]
    bounds = BoundsPen(glyphs)
    glyphs[name].draw(bounds)
    x0, y0, x1, y1 = bounds.bounds
    scale = EM / font["head"].unitsPerEm
    pen = RelativePen(glyphs, lambda p: (round((p[0] - (x0 + x1) / 2) * scale), -round((p[1] - (y0 + y1) / 2) * scale)))
    glyphs[name].draw(pen)
    return "".join(pen.out)


def module(font, chars, name):
    lines = ["// Made by fonts/outline.py. Outlines from LXGW WenKai, Copyright 2021-2022 LXGW; SIL Open Font License 1.1, fonts/OFL.txt.",
             "// Centre of the ink at 0,0, y down, 200 units an em.", f"export const {name}: Record<string, string> = {{"]
    lines += [f'  {c}: "{outline(font, c)}",' for c in chars]
    return "\n".join(lines + ["};", ""])


if __name__ == "__main__":
    source = TTFont(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf")
    open("src/board/glyphs.ts", "w").write(module(source, SIMPLIFIED, "glyphs"))
    open("src/board/glyphs_traditional.ts", "w").write(module(source, TRADITIONAL, "traditionalGlyphs"))

#!/usr/bin/env python3
"""translate.py: PIMP programs as terms of bench/maude/pimp.maude.

    translate.py FILE tso|us

prints a Maude file that searches all of the program's states. It reads the language of the paper: numbers are assigned, not
expressions, and there are no labels and assertions.
"""
import os
import re
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|[A-Za-z_]\w*|\d+|:=|!=|<=|>=|\S", re.S)
COMPARE = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le"}
MIRRORED = {">": "lt", ">=": "le"}


class Reader:
    """A parser by recursive descent whose functions return the text of a term. `names` collects the variables."""

    def __init__(self, text):
        self.tokens = [t for t in TOKEN.findall(text) if not t.startswith(("//", "/*"))]
        self.names = set()

    def peek(self):
        return self.tokens[0] if self.tokens else ""

    def take(self, expected=None):
        token = self.peek()
        if not token or expected and token != expected:
            raise ValueError("expected %r, not %r" % (expected or "more", token))
        return self.tokens.pop(0)

    def takes(self, wanted):
        if self.peek() != wanted:
            return False
        self.take()
        return True

    def program(self):
        """The threads as (number, program); what follows them is the property, which no count depends on."""
        threads = []
        self.take("program")
        self.take()
        while self.takes("thread"):
            threads.append((int(self.take()), self.block()))
        return threads

    def block(self):
        self.take("{")
        parts = [self.statement()]
        while self.takes(";"):
            if self.peek() != "}":
                parts.append(self.statement())
        self.take("}")
        return " ; ".join(parts)

    def statement(self):
        word = self.take()
        if word in ("skip", "mfence"):
            return word
        if word == "wait":
            return "wait %s" % self.in_parentheses()
        if word == "while":
            guard = self.in_parentheses()
            return "repeat(%s, (%s))" % (guard, self.block())
        if word == "if":
            guard, then = self.in_parentheses(), self.block()
            return "choose(%s, (%s), (%s))" % (guard, then, self.block() if self.takes("else") else "skip")
        self.take(":=")
        return "(%s := %d)" % (self.variable(word), int(self.take()))

    def variable(self, word):
        if not re.fullmatch(r"[A-Za-z_]\w*", word):
            raise ValueError("expected a variable, not %r" % word)
        self.names.add(word)
        return "'" + word

    def in_parentheses(self):
        self.take("(")
        guard = self.either()
        self.take(")")
        return "(%s)" % guard

    def either(self):
        parts = [self.both()]
        while self.takes("or"):
            parts.append(self.both())
        return joined(parts, "either")

    def both(self):
        parts = [self.simple()]
        while self.takes("and"):
            parts.append(self.simple())
        return joined(parts, "both")

    def simple(self):
        if self.takes("not"):
            return "(neg %s)" % self.simple()
        if self.peek() == "(":
            return self.in_parentheses()
        if self.peek() in ("true", "false"):
            return "yes" if self.take() == "true" else "no"
        left, sign, right = self.operand(), self.take(), self.operand()
        if sign in MIRRORED:
            left, right = right, left
        elif sign not in COMPARE:
            raise ValueError("expected a comparison, not %r" % sign)
        return "(%s %s %s)" % (left, COMPARE.get(sign) or MIRRORED[sign], right)

    def operand(self):
        token = self.take()
        return "val(%s)" % token if token.isdigit() else self.variable(token)


def joined(parts, word):
    term = parts[0]
    for part in parts[1:]:
        term = "(%s %s %s)" % (term, word, part)
    return term


def initial(text):
    """The first state of a program: all buffers empty, all variables 0."""
    reader = Reader(text)
    threads = reader.program()
    return "< %s || %s >" % (" ".join("[%d : %s | noUpdate]" % thread for thread in threads),
                             ", ".join("'%s |-> 0" % name for name in sorted(reader.names)) or "empty")


def load():
    return "set show timing off .\nload %s\n" % os.path.join(FOLDER, "pimp.maude")


def complete_search(text, model):
    """A search of all states; its report says how many there are."""
    return "%ssearch [1] in PIMP-%s : %s =>* nowhere .\nquit\n" % (load(), model.upper(), initial(text))


def partial_search(text, model, states):
    """A search that ends with the states-th state: at the meta-level, where it can be asked for without those before it. The answer is `reached`, or
    `short` where there are fewer states."""
    return """%smod RUN is protecting PIMP-%s . op start : -> State . eq start = %s . endm
mod ASK is
  protecting META-LEVEL . sort Answer . ops reached short : -> Answer . op answer : ResultTriple? -> Answer .
  eq answer(failure) = short . eq answer(R:ResultTriple) = reached .
endm
reduce in ASK : answer(metaSearch(upModule('RUN, false), 'start.State, 'S:State, nil, '*, unbounded, %d)) .
quit
""" % (load(), model.upper(), initial(text), states - 1)


if __name__ == "__main__":
    with open(sys.argv[1]) as source:
        print(complete_search(source.read(), sys.argv[2]), end="")

"""Random statements of all expressions that the rewrites know, for tests/thorough/tests/degenerate_designs.

python random_designs.py 1 30 > ../thorough/tests/degenerate_designs/random.rs        (the seed, and how many models)

An expression is a sum of terms: coefficients that are numbers, vectors behind a matrix, values by group and rows of coefficients by
group, with weights of data, offsets, products with what may be constant, parts of vectors, and definitions.
"""
import random
import sys

seed, count = int(sys.argv[1]), int(sys.argv[2])
choose = random.Random(seed)


class Model:
    def __init__(self):
        self.declared, self.priors, self.definitions = [], [], []

    def new(self, shape, prior="normal(0.0, 1.0)"):
        name = f"p{len(self.declared)}"
        self.declared.append(f"{name}: {shape}")
        self.priors.append(f"{name} |= {prior}")
        return name

    def defined(self, expression):
        name = f"d{len(self.definitions)}"
        self.definitions.append(f"{name} = {expression}")
        return name

    def by_group(self):
        """A vector with a number for each group, and the groups."""
        which = choose.randrange(2)
        vector = lambda: self.new(f"vector(d.groups[{which}])")
        kind = choose.randrange(6)
        if kind == 0:
            values = f"({vector()} - {vector()})"
        elif kind == 1:
            values = self.defined(f"1.5 * {vector()}")
        elif kind == 2:
            values = self.defined(f"{self.new('real()')} + {vector()}")
        else:
            values = vector()
        return f"{values}.at(&d.group[{which}])"

    def term(self):
        kind = choose.randrange(9)
        x = lambda: f"data(&d.x[{choose.randrange(3)}])"
        if kind == 0:
            return f"{self.new('real()')} * {x()}"
        if kind == 1:
            return self.by_group()
        if kind == 2:
            return f"{self.by_group()} * {x()}"
        if kind == 3:
            which = choose.randrange(2)
            vector = self.new(f"vector(d.widths[{which}])")
            if choose.randrange(3) == 0:
                vector += choose.choice([" * 0.5", f" + {self.new('real()')}"])
            return f"data(&d.matrices[{which}]).dot({vector})"
        if kind == 4:
            which, group = choose.randrange(2), choose.randrange(2)
            rows = self.new(f"vector(d.widths[{which}]).rows(d.groups[{group}])")
            return f"data(&d.matrices[{which}]).dot_by_group({rows}, &d.group[{group}])"
        if kind == 5:
            return f"{self.new(f'vector({choose.randrange(1, 4)})')}.at(&d.zeros)"
        if kind == 6:
            which = choose.randrange(2)
            longer = self.new(f"vector(d.widths[{which}] + 1)")
            first = choose.randrange(2)
            ends = f"1..d.widths[{which}] + 1" if first else f"0..d.widths[{which}]"
            return f"data(&d.matrices[{which}]).dot({longer}.slice({ends}))"
        if kind == 7:
            return x()
        # One side is constant where the data happen to be zeros.
        return f"({self.new('real()')} + {self.by_group()}) * (1.5 + {self.new('real()')} * {x()})"

    def expression(self):
        terms = [self.term() for _ in range(choose.randrange(1, 5))]
        text = terms[0]
        for term in terms[1:]:
            text += choose.choice([" + ", " - "]) + term
        if choose.randrange(2) == 0:
            number = choose.choice([self.new("real()"), f"{self.new('vector(2)')}.at({choose.randrange(2)})", "0.7"])
            text = choose.choice([f"{number} + {text}", f"{text} + {number}", f"({text}) / 2.0 - {number}"])
        # A term of data alone is no vector of coefficients, and a model of it none that is rewritten.
        return text if "p" in text else f"{self.new('real()')} + {text}"

    def statement(self):
        eta = self.expression()
        kind = choose.randrange(9)
        if kind <= 3:
            return f"data(&d.y) |= normal({eta}, {self.scale()})", 0.2
        if kind == 4:
            return f"data(&d.y) |= normal({eta}, data(&d.scales))", 0.2
        if kind == 5:
            return f"data(&d.scales) |= lognormal({eta}, {self.scale()})", 0.2
        if kind == 6:
            return f"data(&d.flags) |= bernoulli_logit({eta})", 0.0
        if kind == 7:
            return f"data(&d.y) |= student_t(4.0, {eta}, {self.scale()})", 0.0
        return f"data(&d.flags) |= weighted(data(&d.scales), bernoulli_logit({eta}))", 0.0

    def scale(self):
        return choose.choice(["0.8", self.new("positive()", "exponential(1.0)")])


print("//! Random models, written by `tests/reference/random_designs.py`.")
print()
print("use super::designs;")
print("use monomorph::prelude::*;")
print()
print("crate::models! {")
for place in range(count):
    model = Model()
    statement, least = model.statement()
    print(f"    random_{place}({least}): |d| {{")
    print(f"        params! {{ {', '.join(model.declared)} }}")
    print("        model! {")
    for line in model.priors + model.definitions + [statement]:
        print(f"            {line},")
    print("        }")
    print("    }")
print("}")

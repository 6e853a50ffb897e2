"""Carries out the examples in the documentation of the module: examples.py FOLDER, a folder of tables."""

import doctest
import inspect
import sys

import ataxx_toolkit


def documented(name, thing):
    """A thing, and all in it, with their names."""
    yield name, thing
    if inspect.isclass(thing):
        for inner, value in vars(thing).items():
            yield f"{name}.{inner}", value


def main():
    folder = sys.argv[1]
    names = vars(ataxx_toolkit) | {"folder": folder}
    runner = doctest.DocTestRunner()
    parser = doctest.DocTestParser()
    public = [("ataxx_toolkit", ataxx_toolkit)]
    public += [(name, getattr(ataxx_toolkit, name)) for name in ataxx_toolkit.__all__]
    missing = []
    for outer, thing in public:
        for name, inner in documented(outer, thing):
            text = getattr(inner, "__doc__", None)
            if text and ">>>" in text:
                runner.run(parser.get_doctest(text, dict(names), name, None, None))
            elif not text and not name.rpartition(".")[2].startswith("_") and name != "JUMPS":
                missing.append(name)
    results = runner.summarize()
    if missing or results.failed or results.attempted < 30:
        sys.exit(f"{results}; without documentation: {missing}")
    print(f"{results.attempted} examples hold")


main()

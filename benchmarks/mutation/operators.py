"""Small changes of source text: the operators of mutmut that make sense here, and some that it does not have.

Parts that no test need notice are left alone: docstrings, annotations, decorators, imports, logging and words for
people.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import libcst as cst
import libcst.matchers as m
from mutmut.mutation import mutators

#: The nodes around another, the nearest first.
Around = tuple[cst.CSTNode, ...]

#: The pattern of a string that is a key, and not words for people.
_KEY = re.compile(r"""^(["'])[a-z0-9_./:-]+\1$""")
#: Arguments that hold words for people, or say how a value is kept rather than what it is.
_SPOKEN = {"label", "help", "title", "unit", "verbose_name", "help_text", "message", "slots", "kw_only"}
_LOGGING = m.Call(func=m.Attribute(value=m.Name("log") | m.Name("logger")))
_LEFT_ALONE = (
    m.Expr(m.SimpleString() | m.ConcatenatedString() | _LOGGING | m.Call(func=m.Name("assert_never")))
    | m.Assign(targets=[m.AssignTarget(m.Name("__all__") | m.Name("__slots__") | m.Name("log"))])
    | m.Assign(value=m.Call(func=m.Name("TypeVar") | m.Name("ParamSpec") | m.Name("NewType")))
)
#: Statements dropped as a whole; a call whose value is used is changed inside.
_DROPPED = (
    m.Expr(m.Call() | m.Await() | m.Yield())
    | m.Raise()
    | m.AugAssign()
    | m.Del()
    | m.Assign(targets=[m.AssignTarget(m.Attribute() | m.Subscript())])
)

_CAPITAL = m.Name(value=m.MatchIfTrue(str.isupper))
_CAPITALS = m.Assign(targets=[m.AssignTarget(_CAPITAL)]) | m.AnnAssign(target=_CAPITAL)


def is_left_alone(node: cst.CSTNode) -> bool:
    """Whether neither a node nor anything in it is to be changed."""
    if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom | cst.Assert):
        return True
    if isinstance(node, cst.Arg):
        return node.keyword is not None and node.keyword.value in _SPOKEN
    if isinstance(node, cst.SimpleStatementLine):
        return any(m.matches(one, _LEFT_ALONE) for one in node.body)
    return isinstance(node, cst.If) and m.matches(node.test, m.Name("TYPE_CHECKING"))


def changed(node: cst.CSTNode, around: Around) -> Iterator[cst.CSTNode]:
    """The nodes that may stand in the place of another."""
    for kind, change in OPERATORS:
        if isinstance(node, kind):
            yield from change(node, around)


def _number(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    yield from mutators.operator_number(node)


def _constant(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    yield from mutators.operator_name(node)


def _key(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    if _KEY.match(node.value) and not isinstance(around[0], cst.ConcatenatedString):
        yield next(iter(mutators.operator_string(node)))


def _operator(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    yield from mutators.operator_swap_op(node)


def _comparison(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    """Comparisons with another sign; in a whole condition, which is forced both ways, only signs that move a border."""
    is_border = isinstance(node.operator, cst.LessThan | cst.LessThanEqual | cst.GreaterThan | cst.GreaterThanEqual)
    if is_border or not isinstance(around[1], cst.If | cst.IfExp | cst.CompIf):
        yield from mutators.operator_swap_op(node)
        yield from (node.with_changes(operator=one) for one in mutators.operator_keywords(node.operator))


def _operand(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    """Each side of an ``and`` or ``or`` without the other."""
    yield from (node.left, node.right)


def _condition(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    """Conditions that are always or never true; for a loop only one that never begins."""
    if isinstance(around[0], cst.If | cst.IfExp | cst.While) and around[0].test is node:
        both = () if isinstance(around[0], cst.While) else (cst.Name("True"),)
        yield from (cst.Name("False"), *both)


def _negation(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    if not isinstance(around[0], cst.If | cst.IfExp | cst.CompIf):
        yield from mutators.operator_remove_unary_ops(node)


def _filter(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    """The comprehension without one of its conditions."""
    for one in node.ifs:
        yield node.with_changes(ifs=[other for other in node.ifs if other is not one])


def _statement(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    """A ``pass`` in place of a statement, unless the statement is all that hangs on a condition."""
    block, owner = around[1:3] if len(around) > 2 else (around[0], None)
    is_all = isinstance(owner, cst.If | cst.Else) and isinstance(block, cst.IndentedBlock) and len(block.body) == 1
    if m.matches(node, _DROPPED) and not is_all:
        yield cst.Pass()


def _argument(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    """The call without one of its named arguments, so that its default holds."""
    for number, one in enumerate(node.args):
        if one.keyword is not None and one.keyword.value not in _SPOKEN:
            yield node.with_changes(args=[*node.args[:number], *node.args[number + 1 :]])


def _member(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    """A list in capitals, as allow-lists are written, without one of its members."""
    if len(node.elements) > 1 and m.matches(around[0], _CAPITALS):
        for one in node.elements:
            yield node.with_changes(elements=[other for other in node.elements if other is not one])


def _jump(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    yield from mutators.operator_keywords(node)


def _case(node: Any, around: Around) -> Iterator[cst.CSTNode]:
    yield from mutators.operator_match(node)


OPERATORS: tuple[tuple[Any, Callable[[Any, Around], Iterator[cst.CSTNode]]], ...] = (
    (cst.BaseNumber, _number),
    (cst.Name, _constant),
    (cst.SimpleString, _key),
    ((cst.BinaryOperation, cst.AugAssign), _operator),
    (cst.ComparisonTarget, _comparison),
    (cst.BooleanOperation, _operand),
    (cst.BaseExpression, _condition),
    (cst.UnaryOperation, _negation),
    (cst.CompFor, _filter),
    (cst.BaseSmallStatement, _statement),
    (cst.Call, _argument),
    ((cst.Tuple, cst.List, cst.Set), _member),
    ((cst.Break, cst.Continue), _jump),
    (cst.Match, _case),
)

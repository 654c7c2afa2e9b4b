"""The words for what moves between sheets, the party and the world outside."""

from collections.abc import Sequence

from rules.engine.kernel import Told, plainly


def named(name: str, count: int) -> str:
    """Things in words: their name, with their number where there are several."""
    return (f"{count} × " if count > 1 else "") + plainly(name)


def listed(names: Sequence[str]) -> str:
    """Names or things in a row.

    >>> listed(["Rook"]), listed(["Rook", "Mira", "Brann"])
    ('Rook', 'Rook, Mira and Brann')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def told_of(source: str, target: str, told: Sequence[str]) -> Told:
    """The sentence on a move: who gives or gets what."""
    what = listed(told)
    match source, target:
        case "outside", "party":
            return Told((), f"The party gets {what}.")
        case "party", "outside":
            return Told((), f"The party loses {what}.")
        case "outside", who:
            return Told((who,), f"{{0}} gets {what}.")
        case who, "outside":
            return Told((who,), f"{{0}} loses {what}.")
        case "party", who:
            return Told((who,), f"{{0}} takes {what} from the party.")
        case who, "party":
            return Told((who,), f"{{0}} gives the party {what}.")
        case giver, taker:
            return Told((giver, taker), f"{{0}} gives {{1}} {what}.")


def told_of_shares(who: Sequence[str], told: Sequence[str]) -> Told:
    """The sentence on coins that are split: who gets how much."""
    names = [f"{{{at}}}" for at in range(len(who))]
    each = "each get" if len(names) > 1 else "gets"
    return Told(tuple(who), f"{listed(names)} {each} {listed(told)} from the party.")

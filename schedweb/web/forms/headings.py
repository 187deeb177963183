"""What forms call parameters, also in messages about them."""

from parsched.declare.spec import Spec


def heading(spec: Spec) -> str:
    """Return the name of a parameter as a form shows it; Greek letters are not capitalised, as Λ
    and λ differ."""
    label = spec.label
    return label[:1].upper() + label[1:] if label[:1].isascii() else label


def as_shown(spec: Spec, sentence: str) -> str:
    """Return a message about a parameter with its name as the form shows it instead of the name
    that programs use."""
    return with_title(sentence, spec.name, heading(spec))


def with_title(sentence: str, name: str, title: str) -> str:
    """Return a sentence that begins with a title instead of a name."""
    rest = sentence.removeprefix(f"{name} ")
    return sentence if rest == sentence else f"{title} {rest}"

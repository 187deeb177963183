"""One PNG for light and dark pages."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from parsched.report.gantt.indexed import COLOURS, in_dark, indexed


def decoded(png: bytes) -> NDArray[np.uint8]:
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def test_few_colours_are_kept_in_both() -> None:
    rng = np.random.default_rng(1)
    tones = rng.integers(0, 256, (2, 40, 3), np.uint8)
    light, dark = (palette[np.arange(40 * 50).reshape(40, 50) % 40] for palette in tones)
    png = indexed(light, dark)
    np.testing.assert_array_equal(decoded(png), light)
    np.testing.assert_array_equal(decoded(in_dark(png)), dark)


def test_of_many_colours_none_is_far_off() -> None:
    """As where many jobs share each pixel: a wide range of mixtures of seven blues."""
    ends = np.array([[[217, 231, 244], [16, 47, 92]], [[35, 64, 95], [245, 249, 244]]], float)
    share = np.random.default_rng(1).random((200, 300, 1))
    light, dark = (
        np.rint(first * share + last * (1 - share)).astype(np.uint8) for first, last in ends
    )
    png = indexed(light, dark)
    assert Image.open(BytesIO(png)).mode == "P"
    for found, wanted in ((png, light), (in_dark(png), dark)):
        assert len(np.unique(decoded(found).reshape(-1, 3), axis=0)) <= COLOURS
        assert np.abs(decoded(found).astype(int) - wanted).max() <= 8


def test_both_are_whole_files_of_the_same_pixels() -> None:
    light = np.zeros((30, 40, 3), np.uint8)
    light[:10] = 255
    png = indexed(light, 255 - light)
    pictures = [Image.open(BytesIO(file)) for file in (png, in_dark(png))]
    for picture in pictures:
        picture.verify()  # checksums of all chunks
    np.testing.assert_array_equal(
        np.asarray(Image.open(BytesIO(png))), np.asarray(Image.open(BytesIO(in_dark(png))))
    )


def test_pictures_of_one_colour() -> None:
    light = np.full((4, 5, 3), 255, np.uint8)
    png = indexed(light, light // 2)
    assert np.all(decoded(png) == 255)
    assert np.all(decoded(in_dark(png)) == 127)

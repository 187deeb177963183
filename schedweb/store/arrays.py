"""Arrays as the bytes of an .npz file."""

import io
import zipfile
from collections.abc import Mapping
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray


def pack(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return arrays as the bytes of an .npz file; equal arrays give equal bytes."""
    file = io.BytesIO()
    pack_into(file, arrays)
    return file.getvalue()


def pack_into(file: BinaryIO, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write to a file what `pack` returns."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, array, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), member.getbuffer())


def unpack(content: bytes) -> dict[str, NDArray[Any]]:
    """Return the arrays of an .npz file; pickled objects are refused."""
    return unpack_from(io.BytesIO(content))


def unpack_from(file: BinaryIO) -> dict[str, NDArray[Any]]:
    """Return the arrays of an open .npz file; pickled objects are refused."""
    with np.load(file, allow_pickle=False) as archive:
        return dict(archive)

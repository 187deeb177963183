"""Arrays as the bytes of an .npz file."""

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


def pack(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return arrays as the bytes of an .npz file; equal arrays give equal bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, array, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), member.getbuffer())
    return file.getvalue()


def unpack(content: bytes) -> dict[str, NDArray[Any]]:
    """Return the arrays of an .npz file; pickled objects are refused."""
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        return dict(archive)

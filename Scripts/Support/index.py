"""Checks the conditions of the Swift Package Index (swiftpackageindex.com/add-a-package) that do not need publishing.

The manifest is evaluated alone and without variables, as the index does it. The package must have a product, a licence
and no unsafe flags; .spi.yml must be small, and name targets, products and platforms that exist.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PLATFORMS = {"android", "ios", "linux", "macos-spm", "macos-xcodebuild", "tvos", "visionos", "wasm", "watchos"}


def dumped(**variables):
    environment = {name: os.environ[name] for name in ["PATH", "HOME"] if name in os.environ} | variables
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy("Package.swift", folder)
        result = subprocess.run(["swift", "package", "dump-package"], cwd=folder, env=environment, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"index: swift package dump-package fails: {result.stderr}")
    return json.loads(result.stdout)


problems = []
package = dumped()
targets = {target["name"] for target in package["targets"]}
products = {product["name"] for product in package["products"]}
if not products:
    problems.append("there is no product")
for name, dump in [("Package.swift", package), ("Package.swift with SPI_BUILD", dumped(SPI_BUILD="1"))]:
    if "unsafeFlags" in json.dumps(dump):
        problems.append(f"{name} has unsafe flags")
if "MIT License" not in pathlib.Path("LICENSE").read_text():
    problems.append("LICENSE is not the MIT License")
manifest = pathlib.Path(".spi.yml").read_text()
if len(manifest.encode()) > 1000:
    problems.append(".spi.yml has more than 1,000 bytes, and would be ignored")
named = lambda pattern: re.findall(pattern, manifest, re.MULTILINE)
documented, schemes, platforms = named(r"^ {8}- (.*)$"), named(r"\bscheme: (.*)$"), named(r"\bplatform: (.*)$")
if not documented:
    problems.append(".spi.yml has no documentation targets")
problems += [f".spi.yml names {name}, which is no target" for name in documented if name not in targets]
problems += [f".spi.yml names {name}, which is no product" for name in schemes if name not in products]
problems += [f".spi.yml names {name}, which is no platform" for name in platforms if name not in PLATFORMS]
sys.exit("\n".join(f"index: {problem}" for problem in problems) or 0)

"""The packages of a distribution: a tarball, a Debian package, a container file, a Python wheel."""

import base64
import gzip
import hashlib
import os
import shutil
import subprocess
import tarfile
import time as clock
import zipfile

CONTAINER = """\
# cardshot and nothing else: no shell, no packages, nobody's rights.
#   In this file's folder: docker build -t cardshot -f Containerfile .
#   docker run --rm --read-only --network none --user "$(id -u):$(id -g)" -v "$PWD:/work" cardshot deck.json -o out.png
FROM scratch
ADD {name}.tar.gz /
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["/{name}/bin/cardshot"]
"""


def files(folder):
    """All files in a folder, by their relative paths, sorted."""
    found = []
    for place, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(place, name), folder) for name in names]
    return sorted(found)


def folders(paths):
    """The folders of some paths, each before its contents."""
    found = set()
    for path in paths:
        while path := os.path.dirname(path):
            found.add(path)
    return sorted(found)


def tarball(folder, name, out, time):
    """Writes a tarball whose bytes depend only on the files."""
    path = os.path.join(out, name + ".tar.gz")
    inside = files(folder)
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for place in [""] + folders(inside) + inside:
            source = os.path.join(folder, place)
            entry = tarfile.TarInfo(os.path.join(name, place).rstrip("/"))
            entry.mtime = time
            entry.mode = os.stat(source).st_mode & 0o777
            if os.path.islink(source):
                entry.type, entry.linkname = tarfile.SYMTYPE, os.readlink(source)
                tar.addfile(entry)
            elif os.path.isdir(source):
                entry.type = tarfile.DIRTYPE
                tar.addfile(entry)
            else:
                entry.size = os.path.getsize(source)
                with open(source, "rb") as file:
                    tar.addfile(entry, file)
    return path


def of_debian(version):
    """A version as Debian sorts it: 1.0.0~rc.1 comes before 1.0.0."""
    return version.replace("-", "~", 1)


def of_python(version):
    """A version in the format of Python packages (PEP 440): 1.0.0rc1."""
    return version.replace("-rc.", "rc", 1)


def debian(folder, version, out, work, time):
    """Writes a package without dependencies."""
    version = of_debian(version)
    path = os.path.join(out, f"cardshot_{version}_amd64.deb")
    stage = os.path.join(work, "deb")
    shutil.rmtree(stage, ignore_errors=True)
    shutil.copytree(folder, stage + "/usr", symlinks=True)
    shutil.copyfile(folder + "/share/doc/cardshot/LICENSE", stage + "/usr/share/doc/cardshot/copyright")
    # Debian's zsh looks for completions of packages here.
    shutil.move(stage + "/usr/share/zsh/site-functions", stage + "/usr/share/zsh/vendor-completions")
    size = sum(os.lstat(os.path.join(stage, name)).st_size for name in files(stage)) // 1024
    os.makedirs(stage + "/DEBIAN")
    with open(stage + "/DEBIAN/control", "w") as file:
        file.write(
            f"Package: cardshot\nVersion: {version}\nArchitecture: amd64\nInstalled-Size: {size}\n"
            "Maintainer: The cardshot authors <cardshot@users.noreply.github.com>\n"
            "Section: graphics\nPriority: optional\n"
            "Description: draws cards that a JSON deck describes, as pictures\n"
            " PNG, JPEG, WebP, GIF, SVG and PDF. The same deck gives the same bytes on\n"
            " every machine, so all libraries and fonts come along.\n")
    for place, names, inside in os.walk(stage):
        for name in names + inside:
            os.utime(os.path.join(place, name), (time, time), follow_symlinks=False)
    os.utime(stage, (time, time))
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", stage, path], check=True,
                   env=dict(os.environ, SOURCE_DATE_EPOCH=str(time)), stdout=subprocess.DEVNULL)
    return path


def container(name, out):
    """Writes the file that builds a container from the tarball next to it."""
    path = os.path.join(out, "Containerfile")
    with open(path, "w") as file:
        file.write(CONTAINER.format(name=name))
    return path


def wheel(folder, sources, version, out, time):
    """Writes a wheel with the program inside, for every Python 3 on Linux."""
    version = of_python(version)
    # The program has its own C library, so both kinds work.
    tags = ["py3-none-manylinux2014_x86_64", "py3-none-musllinux_1_1_x86_64"]
    name = f"cardshot-{version}-py3-none-manylinux2014_x86_64.musllinux_1_1_x86_64.whl"
    path, info = os.path.join(out, name), f"cardshot-{version}.dist-info"
    with open(os.path.join(sources, "README.md")) as file:
        readme = file.read()
    contents = {f"cardshot/{place}": os.path.join(sources, "cardshot", place)
                for place in files(os.path.join(sources, "cardshot")) if "__pycache__" not in place}
    # The studio and the service are for people who install the tarball or the Debian package.
    contents |= {f"cardshot/program/{place}": os.path.join(folder, place) for place in files(folder)
                 if not place.startswith(("bin/cardshot-s", "lib/cardshot-server/", "share/cardshot/Studio/"))}
    contents[f"{info}/licenses/LICENSE"] = folder + "/share/doc/cardshot/LICENSE"
    texts = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: cardshot\nVersion: {version}\n"
                            "Summary: Renders JSON decks of cards as pictures\n"
                            "License: Apache-2.0\nRequires-Python: >=3.9\n"
                            "Classifier: Typing :: Typed\nClassifier: Operating System :: POSIX :: Linux\n"
                            f"Description-Content-Type: text/markdown\n\n{readme}",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: cardshot\nRoot-Is-Purelib: false\n" +
                         "".join(f"Tag: {tag}\n" for tag in tags),
        f"{info}/entry_points.txt": "[console_scripts]\ncardshot = cardshot.__main__:main\n"
                                    "\n[pytest11]\ncardshot = cardshot.pytest_plugin\n" + "".join(
            f"\n[altair.vegalite.v{number}.renderer]\ncardshot = cardshot.altair:renderer\n" for number in (5, 6)),
    }
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:

        def add(place, data, mode):
            entry = zipfile.ZipInfo(place, clock.gmtime(time)[:6])
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, (0o100000 | mode) << 16
            archive.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{place},sha256={digest},{len(data)}\n")

        for place, source in sorted(contents.items()):
            with open(source, "rb") as file:
                add(place, file.read(), os.stat(source).st_mode & 0o777 | 0o644)
        for place, text in sorted(texts.items()):
            add(place, text.encode(), 0o644)
        lines = "".join(record) + f"{info}/RECORD,,\n"
        add(f"{info}/RECORD", lines.encode(), 0o644)
    return path

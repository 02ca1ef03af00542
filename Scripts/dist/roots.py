"""Root folders of other systems in which a program is run: they are fetched, mounted, and unmounted without a trace."""

import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MIRROR = "http://deb.debian.org/debian"


def fetch(release, roots, name=None):
    """Fetches the smallest set of packages of a release into a folder with that name, unless it exists."""
    folder = os.path.join(roots, name or release)
    if not os.path.exists(os.path.join(folder, "bin/sh")):
        print(f"fetching {release}", flush=True)
        subprocess.run(["debootstrap", "--variant=minbase", release, folder, MIRROR], check=True,
                       stdout=subprocess.DEVNULL)


def mount(*words):
    subprocess.run(["mount", *words], check=True)


def bind_system(system, at):
    """Mounts the programs and libraries of a system read-only into a new root folder."""
    for name in ("bin", "lib", "lib64", "sbin", "usr", "etc"):
        source = os.path.join(system, name)
        if os.path.islink(source):
            os.symlink(os.readlink(source), os.path.join(at, name))
        elif os.path.exists(source):
            os.mkdir(os.path.join(at, name))
            mount("--bind", "-o", "ro", source, os.path.join(at, name))


def add_devices(at):
    """Adds the devices that every program expects to a root folder."""
    for name in ("proc", "dev"):
        os.makedirs(os.path.join(at, name), exist_ok=True)
    mount("-t", "proc", "proc", os.path.join(at, "proc"))
    for name in ("null", "zero", "urandom"):
        open(os.path.join(at, "dev", name), "w").close()
        mount("--bind", "/dev/" + name, os.path.join(at, "dev", name))


def run(parser, prepare, inside):
    """Parses the arguments and runs in a namespace of its own: without a network, and with mounts that are not visible
    outside.

    `prepare` gets the arguments and returns the command line for this script in the namespace; `inside` runs there.
    """
    parser.add_argument("--roots", default=os.path.join(ROOT, ".build-dist/roots"))
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside:
        mount("--make-rprivate", "/")
        return inside(arguments)
    script = os.path.abspath(sys.argv[0])
    if os.geteuid() != 0:
        name = os.path.basename(script).removesuffix(".py")
        return print(f"{name}: only root may change the root folder") or 2
    os.makedirs(arguments.roots, exist_ok=True)
    arguments.roots = os.path.abspath(arguments.roots)
    words = [*prepare(arguments), "--roots", arguments.roots, "--inside"]
    return subprocess.run(["unshare", "--mount", "--net", sys.executable, script, *words]).returncode

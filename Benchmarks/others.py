"""The other programs: which ones exist, whether they are the expected ones, and which are left out, and why."""

import shutil

import measure

NAMES = {"takumi": "Takumi", "typst": "typst", "chromium": "Chromium", "pictex": "pictex", "resvg": "resvg",
         "oxipng": "oxipng, level 2", "imagemagick": "ImageMagick", "pixelmatch": "pixelmatch for Python",
         "perceptualdiff": "perceptualdiff", "odiff": "odiff", "blazediff": "blazediff", "pillow": "Pillow",
         "ffmpeg": "ffmpeg", "img2webp": "img2webp", "apngasm": "apngasm"}

# Programs of the system: their possible names, an option that prints what they are, and the expected output. There are
# several programs called `convert` or `compare`.
COMMANDS = {"compare": ("imagemagick", ("compare-im6.q16", "compare"), "-version", "version: imagemagick"),
            "convert": ("imagemagick", ("convert-im6.q16", "convert"), "-version", "version: imagemagick"),
            "perceptualdiff": ("perceptualdiff", ("perceptualdiff",), "--version", "perceptualdiff"),
            "odiff": ("odiff", ("odiff",), "--help", "odiff"),
            "blazediff": ("blazediff", ("blazediff",), "--help", "blazediff"),
            "ffmpeg": ("ffmpeg", ("ffmpeg",), "-version", "ffmpeg version"),
            "img2webp": ("img2webp", ("img2webp",), "-h", "img2webp"),
            "apngasm": ("apngasm", ("apngasm",), "-h", "apng assembler")}

# Python modules that pack and compare.
MODULES = {"oxipng": "oxipng", "pixelmatch": "pixelmatch", "pillow": "PIL"}


class Others:
    """The other programs of a run. One that fails is named and left out from then on; the run continues."""

    def __init__(self, wanted=True):
        self.wanted = wanted
        self.left_out = {}
        self.commands = {}

    def __contains__(self, tool):
        return tool in NAMES

    def takes_part(self, tool):
        """Whether a program is measured; cardshot and the floor always are."""
        return tool not in self or self.wanted and tool not in self.left_out

    def leave_out(self, tool, reason):
        """Leaves a program out; the first reason is kept."""
        if tool not in self.left_out:
            self.left_out[tool] = str(reason)
            print(f"left out: {NAMES[tool]}: {reason}", flush=True)

    def command(self, key):
        """The path of a program of the system; nothing if it does not exist, is another program, or is left out."""
        tool = COMMANDS[key][0]
        return self.commands.get(key) if self.takes_part(tool) else None

    def find_commands(self):
        """Looks for the programs of the system. Missing ones are left out silently, since they are optional."""
        for key, (tool, names, option, expected) in COMMANDS.items():
            for path in filter(None, map(shutil.which, names)) if self.wanted else ():
                said = measure.told([path, option])
                if expected in said.lower():
                    self.commands[key] = path
                    break
                first = (said.strip().splitlines() or ["nothing"])[0].strip()[:100]
                print(f"left out: {path}: is not {NAMES[tool]}; it says: {first}", flush=True)

    def probe(self, commands):
        """Runs a short command of each tool; those that fail are left out."""
        for tool, command in commands.items():
            try:
                measure.output(command)
            except measure.Failed as failure:
                self.leave_out(tool, failure)

    def kept(self, commands):
        """The commands of the programs that are measured."""
        return {tool: command for tool, command in commands.items() if self.takes_part(tool)}

"""Animations: 24 frames of confetti as GIF, APNG and WebP, from cardshot and others, and their quality."""

import math
import pathlib

import measure
from PIL import Image, ImageChops, ImageSequence, ImageStat

FRAMES, RATE = 24, 12


def mean_difference(first, second):
    """The mean distance of all channels of two pictures, of 255."""
    with Image.open(first) as a, Image.open(second) as b:
        if a.size != b.size:
            return 255.0
        means = ImageStat.Stat(ImageChops.difference(a.convert("RGB"), b.convert("RGB"))).mean
        return sum(means) / len(means)


def quality(frames, file):
    """The peak signal-to-noise ratio of a file relative to its frames in decibels; infinite if it is exact."""
    squares = values = 0
    with Image.open(file) as picture:
        shown = [frame.convert("RGB") for frame in ImageSequence.Iterator(picture)]
    expected = [Image.open(path).convert("RGB") for path in frames]
    if len(shown) != len(expected):
        # Equal frames may have been merged; then single frames cannot be compared.
        return math.nan
    for a, b in zip(expected, shown):
        squares += sum(ImageStat.Stat(ImageChops.difference(a, b)).sum2)
        values += 3 * a.width * a.height
    return math.inf if squares == 0 else 10 * math.log10(255 * 255 * values / squares)


def file_figures(frames, file):
    """The size and the quality of a file; -1 decibels if frames were merged, 1000 if all are exact."""
    decibels = quality(frames, file)
    return {"bytes": float(pathlib.Path(file).stat().st_size),
            "decibels": -1.0 if math.isnan(decibels) else 1000.0 if math.isinf(decibels) else decibels}


def measure_all(tools, others, rounds):
    """The results for each file, by format and tool."""
    deck = tools.deck("confetti")
    folder = pathlib.Path(tools.path("frames"))
    folder.mkdir(exist_ok=True)
    timing = ["--scale", "2", "--frames", str(FRAMES), "--fps", str(RATE), "--quiet"]
    measure.output([tools.cardshot, deck, "-o", str(folder / "frame-%03d.png"), *timing])
    frames = [str(path) for path in sorted(folder.glob("frame-*.png"))]
    if len(frames) != FRAMES:
        raise measure.Failed(f"expected {FRAMES} frames, found {len(frames)}")
    first = int(pathlib.Path(frames[0]).stem.split("-")[1])
    delay = f"{1000 / RATE:.2f}"
    source = ["-y", "-v", "error", "-framerate", str(RATE), "-start_number", str(first), "-i",
              str(folder / "frame-%03d.png")]
    palette = "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=floyd_steinberg"
    figures = {}
    for ending, name in (("gif", "GIF"), ("png", "APNG"), ("webp", "WebP")):
        def out(tool):
            return tools.path(f"moving-{tool}.{ending}")

        commands = {"cardshot": [tools.cardshot, deck, "-o", out("cardshot"), *timing]}
        if others.wanted:
            commands["pillow"] = [tools.peers, tools.peer("pack_pillow.py"), out("pillow"), delay, *frames]
        if ffmpeg := others.command("ffmpeg"):
            options = {"gif": ["-vf", palette, "-loop", "0"], "png": ["-f", "apng", "-plays", "0"],
                       "webp": ["-c:v", "libwebp_anim", "-lossless", "1", "-loop", "0"]}[ending]
            commands["ffmpeg"] = [ffmpeg, *source, *options, out("ffmpeg")]
        if ending == "gif" and (convert := others.command("convert")):
            commands["imagemagick"] = [convert, "-delay", f"{100 / RATE:.0f}", "-loop", "0", *frames, "-layers",
                                       "optimize", out("imagemagick")]
        if ending == "webp" and (img2webp := others.command("img2webp")):
            commands["img2webp"] = [img2webp, "-lossless", "-loop", "0", "-d", f"{1000 / RATE:.0f}", *frames, "-o",
                                    out("img2webp")]
        if ending == "png" and (apngasm := others.command("apngasm")):
            commands["apngasm"] = [apngasm, out("apngasm"), *frames, "1", str(RATE)]
        results = measure.whole_processes(tools, commands, rounds, others)
        for tool, one in results.items():
            try:
                one |= file_figures(frames, out(tool))
            except (OSError, ValueError) as error:
                if tool not in others:
                    raise measure.Failed(f"{out(tool)} is no moving picture: {error}") from error
                others.leave_out(tool, f"its file is no moving picture: {error}")
        results = others.kept(results)
        figures[f"moving {name}"] = results
    return figures

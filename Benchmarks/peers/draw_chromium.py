"""Draws scenes with Chromium headless, over its pipe for debugging, in one page that stays open."""

import base64
import json
import os
import shutil
import subprocess
import tempfile

import harness
import markup


class Browser:
    """A browser with one page."""

    def __init__(self):
        program = (shutil.which("chromium-headless-shell") or shutil.which("chromium")
                   or shutil.which("google-chrome"))
        if program is None:
            raise SystemExit("there is no Chromium")
        self.home = tempfile.mkdtemp(prefix="cardshot-bench-")
        (child_in, self.write), (self.read, child_out) = os.pipe(), os.pipe()

        def connect():
            # The browser reads file 3 and writes file 4.
            source, target = os.dup(child_in), os.dup(child_out)
            os.dup2(source, 3)
            os.dup2(target, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             "--force-device-scale-factor=1", "--allow-file-access-from-files", f"--user-data-dir={self.home}"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(child_in)
        os.close(child_out)
        self.number, self.rest, self.session = 0, b"", None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.frame = self.call("Page.getFrameTree")["frameTree"]["frame"]["id"]

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                block = os.read(self.read, 1 << 20)
                if not block:
                    raise SystemExit("Chromium went away")
                self.rest += block
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") != self.number:
                continue
            if "error" in answer:
                raise SystemExit(f"Chromium: {answer['error']}")
            return answer["result"]

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


def make(fonts):
    browser = Browser()
    faces = "".join(
        f"@font-face{{font-family:Inter;font-weight:{weight};src:url(data:font/otf;base64,"
        f"{base64.b64encode(path.read_bytes()).decode()})}}" for weight, path in harness.font_files(fonts).items())
    browser.call("Page.setDocumentContent", frameId=browser.frame, html=(
        f"<!doctype html><style>{faces}body{{margin:0}}</style><body>"
        + "".join(f'<p style="font:{weight} 9px Inter">.</p>' for weight in harness.FACES)))
    browser.call("Runtime.evaluate", expression="document.fonts.ready.then(() => 1)", awaitPromise=True)
    pictures = {}

    def image(path):
        if path not in pictures:
            pictures[path] = markup.data_url(path)
        return pictures[path]

    def draw(scene):
        browser.call("Emulation.setDeviceMetricsOverride", width=scene["width"], height=scene["height"],
                     deviceScaleFactor=1, mobile=False)
        browser.call("Runtime.evaluate", awaitPromise=True, expression=(
            f"document.body.innerHTML = {json.dumps(markup.body(scene, image))};"
            "Promise.all([...document.images].map(image => image.decode()))"))
        answer = browser.call("Page.captureScreenshot", format="png", optimizeForSpeed=True)
        return base64.b64decode(answer["data"])

    draw.close = browser.close
    return draw


if __name__ == "__main__":
    harness.main(make)

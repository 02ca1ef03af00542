"""A service that draws the benchmark's card by other means: `peer.py takumi|chromium SCENES PORT`.

Takumi runs behind Flask and gunicorn with two workers, as its users would run it; Chromium behind Python's server with
two processes, each with a browser whose page stays open. Both get the shapes of our card, with another title in each
request, so they need no layout.
"""

import copy
import http.server
import importlib
import json
import os
import pathlib
import socket
import sys
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "peers"))
TITLE = "Every card drawn in time"
FONTS = HERE.parent.parent / "Fonts" / "Files" / "Inter"


def drawer(name, path):
    """A function from a title to a PNG file."""
    draw = importlib.import_module(f"draw_{name}").make(FONTS)
    scene = json.loads(pathlib.Path(path).read_text())[0]
    place = [number for number, shape in enumerate(scene["items"]) if shape.get("text") == TITLE]
    assert place, "the scene has no title"

    def titled(title):
        changed = copy.copy(scene)
        changed["items"] = list(scene["items"])
        for number in place:
            changed["items"][number] = dict(scene["items"][number], text=title)
        return draw(changed)

    return titled


def flask(name, path):
    import flask as web

    app, draw = web.Flask(__name__), drawer(name, path)

    @app.get("/card.png")
    def card():
        return web.Response(draw(web.request.args["title"]), mimetype="image/png")

    return app


def browser(name, path, port):
    """Two processes that accept connections of the same port."""
    for _ in range(2):
        if os.fork() == 0:
            break
    else:
        os.wait()
        return
    draw = drawer(name, path)

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
            data = draw(query["title"][0])
            self.send_response(200)
            self.send_header("Content-Type", "image/png")
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(data)
            self.close_connection = True

        def log_message(self, *_):
            pass

    class Server(http.server.HTTPServer):
        request_queue_size = 256

        def server_bind(self):
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            super().server_bind()

    Server(("127.0.0.1", port), Handler).serve_forever()


if __name__ == "__main__":
    kind, scenes, number = sys.argv[1:]
    if kind == "takumi":
        os.execvp("gunicorn", ["gunicorn", "-w", "2", "-b", f"127.0.0.1:{number}", "--backlog", "256", "--keep-alive", "60",
                               "--chdir", str(HERE), f"peer:flask('takumi', '{scenes}')"])
    browser(kind, scenes, int(number))

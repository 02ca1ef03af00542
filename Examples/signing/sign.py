"""python3 sign.py KEY DECK FORMAT DATA prints the signed path of a card, for 'cardshot serve'."""
import base64
import hashlib
import hmac
import sys
import urllib.parse


def sign(key, deck, format, data):
    encode = lambda bytes: base64.urlsafe_b64encode(bytes).decode().rstrip("=")
    rest = encode(f'{{"data":{data}}}'.encode()) + f"/{urllib.parse.quote(deck)}.{format}"
    secret = base64.b64decode(key.translate(str.maketrans("-_", "+/")) + "==")
    return f"/i/{encode(hmac.new(secret, rest.encode(), hashlib.sha256).digest())}/{rest}"


print(sign(*sys.argv[1:]))

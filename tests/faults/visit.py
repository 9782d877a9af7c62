"""Visits `rigor view` under faults: python3 visit.py ADDRESS_FILE PID SEED [MOST_SECONDS]. Waits for the address, asks for the page,
talks over a WebSocket, leaves at a random moment, and sends SIGTERM. Whatever the server does: only its end is judged."""
import base64
import json
import os
import random
import signal
import socket
import sys
import time

place, child, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
end = time.monotonic() + float(sys.argv[4] if len(sys.argv) > 4 else 1)
draw = random.Random(seed)
DEEDS = [{"do": "run"}, {"do": "pause"}, {"do": "step", "count": 3}, {"do": "reset"}, {"do": "speed", "value": 0.5},
         {"do": "law", "name": "pyramid:8"}, {"do": "friction", "value": 0.3}, {"do": "solver", "name": "nsgs"},
         {"do": "pull", "body": 1, "point": [0, 0, 0], "target": [0, 0, 2]}, {"do": "nonsense"}, [1, 2], "text"]


def is_there():
    try:
        os.kill(child, 0)
        return time.monotonic() < end
    except OSError:
        return False


def port_of_server():
    while is_there():
        try:
            text = open(place).read()
            if "\n" in text:
                return int(text.split("\n")[0].rsplit(":", 1)[1].split("/")[0])
        except (OSError, ValueError, IndexError):
            pass
        time.sleep(0.01)
    return 0


def connect(port):
    peer = socket.create_connection(("127.0.0.1", port), 0.3)
    peer.settimeout(0.1)
    return peer


def hear(peer):
    try:
        return peer.recv(65536)
    except socket.timeout:
        return b""


def get(port):
    with connect(port) as peer:
        peer.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
        while is_there() and hear(peer):
            pass


def frame(text):
    mask, body = os.urandom(4), text.encode()
    length = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
    return b"\x81" + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(body))


def talk(port):
    with connect(port) as peer:
        key = base64.b64encode(os.urandom(16)).decode()
        peer.sendall((f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: rigor\r\n"
                      f"Origin: http://127.0.0.1:{port}\r\n\r\n").encode())
        for _ in range(draw.randrange(12)):
            hear(peer)
            peer.sendall(frame(json.dumps(draw.choice(DEEDS))))


port = port_of_server()
while port and is_there():
    try:
        draw.choice([get, talk, talk])(port)
    except OSError:
        time.sleep(0.02)
    if draw.random() < 0.3:
        break
try:
    os.kill(child, signal.SIGTERM)
except OSError:
    pass

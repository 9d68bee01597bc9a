# Receives the events of a webhook endpoint. Environment: WEBHOOK_SECRET, PORT.
import base64
import hashlib
import hmac
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
FIVE_MINUTES = 300
seen = set()


def is_ours(headers, body):
    """True if one of the signatures is that of our secret, and the request isn't old."""
    message_id = headers.get("Webhook-Id", "")
    timestamp = headers.get("Webhook-Timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > FIVE_MINUTES:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    given = headers.get("Webhook-Signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not is_ours(self.headers, body):
            self.send_response(401)
            self.end_headers()
            return
        # An event may arrive more than once. Keep the IDs in your database, in the transaction that processes the event.
        message_id = self.headers["Webhook-Id"]
        if message_id not in seen:
            print(body.decode(), flush=True)
            seen.add(message_id)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4300"))), Receiver)
print(f"listening on {server.server_port}", flush=True)
server.serve_forever()

# Places a collection order with the gateway, queries it, and lists the orders of the last minute. Needs Python 3.8; no packages.
import hashlib
import hmac
import json
import os
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request

GATEWAY_URL = os.environ.get("GATEWAY_URL", "http://127.0.0.1:4000")
MERCHANT_NO = os.environ["MERCHANT_NO"]
MERCHANT_KEY = os.environ["MERCHANT_KEY"]
CHANNEL = os.environ.get("CHANNEL", "cn_qr_yun")


def call(name, parameters):
    """Signs the parameters and makes a call. Parameters without a value are left out."""
    all_parameters = {
        **parameters,
        "merchant_no": MERCHANT_NO,
        "timestamp": str(int(time.time())),
        "nonce": secrets.token_hex(16),
        "sign_type": "HMAC-SHA256",
    }
    base = "&".join(f"{key}={value}" for key, value in sorted(all_parameters.items()) if value != "")
    sign = hmac.new(MERCHANT_KEY.encode(), base.encode(), hashlib.sha256).hexdigest().upper()
    body = urllib.parse.urlencode({**all_parameters, "sign": sign}).encode()
    request = urllib.request.Request(f"{GATEWAY_URL}/gateway/{name}", data=body, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=15) as response:
            return response.read().decode()
    except urllib.error.HTTPError as error:
        return error.read().decode()


merchant_order_no = f"python-{secrets.token_hex(8)}"
order = {"merchant_order_no": merchant_order_no, "channel": CHANNEL, "amount": "12300", "subject": "冬季外套 & 帽子"}
print(call("collect", order))
print(call("query", {"type": "collect", "merchant_order_no": merchant_order_no}))

# All pages of the list. Store complete_until: it is the next list's "from".
parameters = {"type": "collect", "from": str(int(time.time()) - 60), "limit": "100"}
cursor = ""
while cursor is not None:
    page = call("list", {**parameters, "cursor": cursor})
    print(page)
    answer = json.loads(page)
    if answer["code"] != 0:
        break  # Rejected: not the end of the list.
    cursor = answer["data"]["next_cursor"]

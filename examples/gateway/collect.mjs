// Places a collection order with the gateway, queries it, and lists the orders of the last minute. Needs Node 20; no packages.
import { createHmac, randomBytes } from 'node:crypto';

const {
  GATEWAY_URL = 'http://127.0.0.1:4000',
  MERCHANT_NO = '',
  MERCHANT_KEY = '',
  CHANNEL = 'cn_qr_yun',
} = process.env;
if (!MERCHANT_NO || !MERCHANT_KEY) throw new Error('Set MERCHANT_NO and MERCHANT_KEY');

/**
 * Signs the parameters and makes a call. Parameters without a value are left out.
 * @param {string} name
 * @param {Record<string, string>} parameters
 */
async function call(name, parameters) {
  const all = {
    ...parameters,
    merchant_no: MERCHANT_NO,
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: randomBytes(16).toString('hex'),
    sign_type: 'HMAC-SHA256',
  };
  const base = Object.entries(all)
    .filter(([, value]) => value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('&');
  const sign = createHmac('sha256', MERCHANT_KEY).update(base, 'utf8').digest('hex').toUpperCase();
  const response = await fetch(`${GATEWAY_URL}/gateway/${name}`, {
    method: 'POST',
    body: new URLSearchParams({ ...all, sign }),
    signal: AbortSignal.timeout(15_000),
  });
  return response.text();
}

const merchant_order_no = `node-${randomBytes(8).toString('hex')}`;
console.log(
  await call('collect', { merchant_order_no, channel: CHANNEL, amount: '12300', subject: '冬季外套 & 帽子' }),
);
console.log(await call('query', { type: 'collect', merchant_order_no }));

// All pages of the list. Store `complete_until`: it is `from` of the next list.
const list = { type: 'collect', from: String(Math.floor(Date.now() / 1000) - 60), limit: '100' };
/** @type {(text: string) => { code: number; data: { next_cursor: string | null } }} */
const read = JSON.parse;
/** @type {string | null} */
let cursor = '';
while (cursor !== null) {
  const page = await call('list', { ...list, cursor });
  console.log(page);
  const answer = read(page);
  if (answer.code !== 0) break; // Rejected: not the end of the list.
  cursor = answer.data.next_cursor;
}

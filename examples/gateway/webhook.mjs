// Receives the events of a webhook endpoint. Environment: WEBHOOK_SECRET, PORT.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET = '', PORT = '4300' } = process.env;
const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
const FIVE_MINUTES = 300;

/**
 * True if one of the signatures is that of our secret, and the request isn't old.
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {Buffer} body the bytes as received
 */
function isOurs(headers, body) {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`]),
  );
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= FIVE_MINUTES)) return false;
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  return String(signatures)
    .split(' ')
    .some((given) => given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected)));
}

const seen = new Set();

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', /** @param {Buffer} chunk */ (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    if (!isOurs(request.headers, body)) {
      response.writeHead(401).end();
      return;
    }
    // An event may arrive more than once. Keep the IDs in your database, in the transaction that processes the event.
    const id = request.headers['webhook-id'];
    if (!seen.has(id)) console.log(body.toString('utf8'));
    seen.add(id);
    response.writeHead(204).end();
  });
});

server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on ${address !== null && typeof address === 'object' ? address.port : PORT}`);
});

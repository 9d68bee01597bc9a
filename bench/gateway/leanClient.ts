import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { signatureBase } from '../../examples/gateway/gatewayClient.ts';

/** Keeps connections open, as a merchant's server does. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Places an order with little CPU time of its own, because the client shares the machine with the server. `fetch` takes
 * about a millisecond per call.
 * @throws {Error} if the call is rejected
 */
export async function collectLeanly(
  url: string,
  { merchantNo, key, channel }: { merchantNo: string; key: string; channel: string },
): Promise<void> {
  const given = {
    ...{ merchant_no: merchantNo, timestamp: new Date().toISOString(), nonce: randomUUID().replaceAll('-', '') },
    ...{ sign_type: 'HMAC-SHA256', merchant_order_no: randomUUID(), channel, amount: '12300' },
  };
  const sign = createHmac('sha256', key).update(signatureBase(given)).digest('hex').toUpperCase();
  const { status, text } = await sent('POST', `${url}/gateway/collect`, JSON.stringify({ ...given, sign }));
  if (status !== 201) throw new Error(`HTTP ${status}: ${text}`);
}

/** A request that the server answers without doing anything. */
export async function pingLeanly(url: string): Promise<void> {
  await sent('GET', `${url}/healthz`);
}

function sent(method: string, url: string, body = ''): Promise<{ status: number; text: string }> {
  const headers = body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

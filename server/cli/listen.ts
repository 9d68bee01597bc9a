import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { millisecondsInSecond as SECOND } from 'date-fns/constants';
import { z } from 'zod';
import { type ListenData, listenDataSchema } from '#shared/contract/listen.ts';
import { signatureBase } from '#shared/gateway/signatureBase.ts';
import { signature } from '#server/crypto/signature.ts';
import { listenerSecret } from '#server/gateway/createListening.ts';
import { UsageError } from '@merchant-console/declaration/node';
import { runCommand } from './commandLine.ts';

const USAGE = `Usage: npm run listen -- --to http://localhost:3000/webhooks [--address http://127.0.0.1:4000] [--merchant M100001] [--key …]
Forwards the webhook events of a merchant's test side to an address of this computer.
Merchant, test key and server are also read from MERCHANT_NO, MERCHANT_KEY and GATEWAY_URL.`;

/** Time-outs: of the server, and of the program that receives the events. */
const PATIENCE_MS = 20 * SECOND;
const ANSWER_MS = 10 * SECOND;
const POLL_MS = SECOND;

const webUrl = z.url({ protocol: /^https?$/ });
const argumentsSchema = z.object({
  to: webUrl,
  address: webUrl.default('http://127.0.0.1:4000'),
  merchant: z.string().min(1),
  key: z.string().min(1),
});

type Arguments = z.output<typeof argumentsSchema>;
type Event = ListenData['events'][number];

const answerSchema = z.object({ data: listenDataSchema });
const refusalSchema = z.object({ msg: z.string(), data: z.object({ error: z.string() }) });
const bodySchema = z.object({
  data: z.object({ order_no: z.string(), refund_no: z.string().optional(), status: z.string() }),
});

/** Thrown if the server rejects a call, so that calling again is useless. */
class RejectedError extends Error {
  override readonly name = 'RejectedError';
}

/** `npm run listen`: forwards the events of a merchant's test side until Ctrl-C. */
async function listen(): Promise<void> {
  const { to, ...from } = readArguments();
  const listener = randomUUID();
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  let received: readonly string[] = [];
  let isReady = false;
  let isLost = false;
  while (!stopping.signal.aborted) {
    try {
      const events = await newEvents(from, listener, received);
      if (!isReady) print(`Ready. Events are forwarded to ${to}, signed with ${listenerSecret(from.key)}`);
      else if (isLost) print('The server responds again.');
      [isReady, isLost] = [true, false];
      for (const event of events) print(await forwarded(event, to));
      received = events.map(({ id }) => id);
      if (events.length > 0) continue;
    } catch (error) {
      if (error instanceof RejectedError) throw error;
      if (!isLost) print(`${from.address} doesn't respond; trying again.`);
      isLost = true;
    }
    await pause(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});
  }
}

/** Fetches the events since the last call. @param received IDs of its events @throws {RejectedError} if it is rejected */
async function newEvents(
  { address, merchant, key }: Omit<Arguments, 'to'>,
  listener: string,
  received: readonly string[],
): Promise<Event[]> {
  const signed = {
    listener,
    merchant_no: merchant,
    nonce: randomUUID(),
    sign_type: 'HMAC-SHA256',
    timestamp: String(Math.floor(Date.now() / SECOND)),
    ...(received.length > 0 && { received: received.join(' ') }),
  };
  const answer = await fetch(new URL('/gateway/listen', address), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...signed, sign: signature(signatureBase(Object.entries(signed)), key, 'HMAC-SHA256') }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const body: unknown = await answer.json();
  if (answer.ok) return answerSchema.parse(body).data.events;
  if (answer.status === 429 || answer.status >= 500) throw new Error(`HTTP ${answer.status}`);
  const { msg, data } = refusalSchema.parse(body);
  throw new RejectedError(`${address} rejects the call: ${msg} (${data.error})`);
}

/** Posts an event to this computer. @returns a line such as `12:00:00 order_paid C2026… success → 204 in 12 ms` */
async function forwarded({ type, headers, body }: Event, to: string): Promise<string> {
  const { data } = bodySchema.parse(JSON.parse(body));
  const start = performance.now();
  const result = await fetch(to, {
    method: 'POST',
    // The connection sets the length itself.
    headers: headers.filter(([name]) => name !== 'Content-Length'),
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).then(
    ({ status }) => String(status),
    (error: unknown) => (error instanceof Error && error.name === 'TimeoutError' ? 'no response' : 'not reached'),
  );
  const ms = Math.round(performance.now() - start);
  return `${type} ${data.refund_no ?? data.order_no} ${data.status} → ${result} in ${ms} ms`;
}

function print(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);
}

/** @throws {UsageError} if an option is missing or wrong */
function readArguments(): Arguments {
  const text = { type: 'string' } as const;
  const { MERCHANT_NO: merchant, MERCHANT_KEY: key, GATEWAY_URL: address } = process.env;
  try {
    const { values } = parseArgs({ options: { to: text, address: text, merchant: text, key: text } });
    return argumentsSchema.parse({ ...(address && { address }), merchant, key, ...values });
  } catch {
    throw new UsageError(USAGE);
  }
}

runCommand(listen);

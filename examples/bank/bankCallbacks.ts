import { randomBytes } from 'node:crypto';
import type { BankOrder, OrderStatus } from './bankBooks.ts';
import { signatureOf } from './bankSigning.ts';

const TRIES = 3;

/** Posts an order's status to its callback URL, with up to three attempts. */
export function createCallbacks({ keyId, secret }: { keyId: string; secret: string }) {
  const answers: number[] = [];

  async function post(url: string, order: BankOrder, status: OrderStatus, key: string): Promise<boolean> {
    const body = JSON.stringify({ type: order.type, reference: order.reference, status });
    const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(16).toString('hex')];
    const headers = {
      'Content-Type': 'application/json',
      'Bank-Key': keyId,
      'Bank-Timestamp': timestamp,
      'Bank-Nonce': nonce,
      'Bank-Signature': signatureOf(key, { kind: 'callback', timestamp, nonce, about: '', body }),
    };
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
    if (answer) answers.push(answer.status);
    return answer?.ok ?? false;
  }

  async function deliver(order: BankOrder, status: OrderStatus, key: string): Promise<void> {
    const { callbackUrl } = order;
    if (callbackUrl === null) return;
    for (let tries = 0; tries < TRIES; tries += 1) if (await post(callbackUrl, order, status, key)) return;
  }

  return {
    /** HTTP statuses of the responses to callbacks. */
    answers,
    /** @param status the status to send; differs from the order's in a callback that arrives late */
    send: (order: BankOrder, { status = order.status, isForged = false } = {}): Promise<void> =>
      deliver(order, status, isForged ? `not ${secret}` : secret),
  };
}

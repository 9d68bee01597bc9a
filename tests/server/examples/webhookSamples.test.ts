import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { secretOf } from '#server/crypto/webhookSecret.ts';
import { eventBody, signedEvent } from '#server/gateway/notifying/signedEvent.ts';

const SAMPLES = [
  { file: 'webhook.mjs', program: process.execPath },
  { file: 'webhook.py', program: 'python3' },
];
const secret = secretOf(Buffer.alloc(32, 7));
const old = secretOf(Buffer.alloc(32, 8));
const message = {
  id: '0190f1a2-0000-8000-8000-000000000001',
  event: 'order_paid',
  at: new Date(),
  merchantNo: 'M100001',
  isTest: true,
  data: { order_no: 'C-1', status: 'success', subject: '冬季外套 & 帽子' },
} as const;

describe('the receivers of webhook events in other languages', () => {
  const running: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of running.splice(0)) {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    }
  });

  for (const { file, program } of SAMPLES) {
    const isMissing = spawnSync(program, ['--version']).error !== undefined;
    const reason = isMissing ? ` (not run: there is no ${program})` : '';
    it.skipIf(isMissing)(`${file} accepts what we signed, once, and nothing else${reason}`, async () => {
      const child = spawn(program, [path.resolve('examples/gateway', file)], {
        env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      running.push(child);
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const line = async () => String((await lines.next()).value);
      const port = (await line()).replace('listening on ', '');
      async function post(secrets: readonly string[], { seconds = 0, change = (text: string) => text } = {}) {
        const at = new Date(Date.now() + seconds * 1000);
        const { headers, body } = signedEvent({ id: message.id, body: eventBody(message) }, { at, secrets });
        const sent = headers.filter(([name]) => name !== 'Content-Length');
        return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: sent, body: change(body) })).status;
      }
      expect(await post([secret])).toBe(204);
      expect(await post([old, secret])).toBe(204);
      expect(JSON.parse(await line())).toMatchObject({ type: 'order_paid', test: true, data: message.data });
      expect(await post([old])).toBe(401);
      expect(await post([])).toBe(401);
      expect(await post([secret], { seconds: -360 })).toBe(401);
      expect(await post([secret], { seconds: 360 })).toBe(401);
      expect(await post([secret], { change: (text) => text.replace('C-1', 'C-2') })).toBe(401);
    });
  }
});

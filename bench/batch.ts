import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { withCheckDigit } from '@merchant-console/declaration';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { submittedPlainly } from './batch/submittedPlainly.ts';
import { onDatabases } from './onDatabases.ts';
import { startServer, type Place } from './serverProcess.ts';
import { signIn } from './signIn.ts';

/**
 * npm run bench:batch [-- --rows 10000 --databases embedded,postgres]: uploads a file of payouts, submits it and, if
 * the payouts are processed here, waits until they are done. Prints how long each step took, and on PostgreSQL how long
 * plain SQL takes for the rows of the submission.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    databases: { type: 'string', default: 'embedded,postgres' },
  },
});
const rows = Number(values.rows);
/** If no payout changes for this long, nothing is processing payouts. */
const STILL_MS = 5_000;

const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

const batchSchema = z.object({
  id: z.string(),
  status: z.string(),
  revision: z.number(),
  valid_count: z.number(),
  success_count: z.number(),
  failed_count: z.number(),
});
const channelSchema = z.object({ id: z.string(), type: z.string(), status: z.string() });

const file = [
  'payee_name,card_number,bank_name,branch_name,amount,remark',
  ...Array.from(
    { length: rows },
    (_, at) => `王伟,${withCheckDigit(`6222021${String(10_000_000 + at)}`)},工商银行,北京分行,10.00,工资 ${at}`,
  ),
].join('\n');

async function measure(place: Place): Promise<void> {
  const submitted = await submittedBy(place);
  const databaseUrl = place.environment['DATABASE_URL'];
  if (!databaseUrl) return;
  const ms = await submittedPlainly(databaseUrl, submitted.id);
  print(`  the same rows by plain SQL: ${seconds(ms)}, ratio ${(ms / submitted.ms).toFixed(2)}`);
}

/** Returns the batch, and how long its submission took. */
async function submittedBy(place: Place): Promise<{ id: string; ms: number }> {
  const server = await startServer(place);
  try {
    const maker = await signIn(server.url);
    const checker = await signIn(server.url, 'checker');
    const ask = async <T>(token: string, url: string, schema: z.ZodType<T>, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('X-Token', token);
      const answer = await fetch(`${server.url}/prod-api/${url}`, { ...init, headers });
      if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
      return z.object({ data: schema }).parse(await answer.json()).data;
    };
    const channels = await ask(maker, 'channels?range=[0,99]', z.array(channelSchema));
    const channel = channels.find(({ type, status }) => type === 'payout' && status === 'enabled');

    let began = performance.now();
    const draft = await ask(maker, `batch-transfers/upload?name=bench.csv&channel_id=${channel?.id}`, batchSchema, {
      method: 'POST',
      body: file,
      headers: { 'Content-Type': 'application/octet-stream' },
    });
    print(`${place.name}: ${draft.valid_count} rows uploaded and checked in ${seconds(performance.now() - began)}`);

    began = performance.now();
    const items = z.object({ batch: batchSchema });
    await ask(maker, `batch-transfers/${draft.id}/items?first=9000&count=30`, items);
    print(`  a page of its items: ${seconds(performance.now() - began)}`);

    began = performance.now();
    const submitted = { id: draft.id, ms: 0 };
    await ask(checker, `batch-transfers/${draft.id}/submit`, batchSchema, {
      method: 'POST',
      body: JSON.stringify({ revision: draft.revision, pay_password: DEMO_PAY_PASSWORD }),
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    });
    submitted.ms = performance.now() - began;
    print(`  submitted in ${seconds(submitted.ms)}`);

    began = performance.now();
    let moved = { ended: 0, at: performance.now() };
    for (let ended = 0; ended < draft.valid_count;) {
      await sleep(200);
      const { batch } = await ask(maker, `batch-transfers/${draft.id}/items?count=1`, items);
      ended = batch.success_count + batch.failed_count;
      if (ended > moved.ended) moved = { ended, at: performance.now() };
      if (performance.now() - moved.at > STILL_MS) {
        print(`  ${ended} payouts have ended; nothing here ends the others`);
        return submitted;
      }
    }
    print(`  all payouts ended in ${seconds(performance.now() - began)}`);
    return submitted;
  } finally {
    await server.stop();
  }
}

await onDatabases(values.databases, measure);

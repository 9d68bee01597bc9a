import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { onDatabases } from './onDatabases.ts';
import type { Place } from './serverProcess.ts';
import { signIn } from './signIn.ts';
import { startHere } from './stalls/hereServer.ts';
import { FILES_RESOURCE, worstUploads, type WorstUpload } from './stalls/worstUploads.ts';

/**
 * npm run bench:upload [-- --databases embedded,postgres --times 3 --only CSV --busy 4]: sends the worst request that each
 * call accepts. Prints the longest stall of the server during it, and the longest list of another user. `--busy` keeps
 * that many threads computing, like other programs on the machine.
 */
const { values } = parseArgs({
  options: {
    databases: { type: 'string', default: 'embedded,postgres' },
    times: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    busy: { type: 'string', default: '0' },
  },
});
const times = Number(values.times);
/** Pause that keeps leftover work of one request out of the next measurement. */
const SETTLE_MS = 300;

async function measure(place: Place): Promise<void> {
  const server = await startHere(place, [FILES_RESOURCE]);
  const sender = new Worker(new URL('./stalls/sender.mjs', import.meta.url), { execArgv: [] });
  const token = await signIn(server.url);
  const lister = new Worker(new URL('./stalls/lister.mjs', import.meta.url), {
    execArgv: [],
    argv: [server.url, await signIn(server.url, 'checker')],
  });
  const busy = Array.from({ length: Number(values.busy) }, () => new Worker('for (;;);', { eval: true, execArgv: [] }));
  try {
    const send = senderTo(sender, server.url, token);
    const uploads = (await worstUploads(server.url, token)).filter(({ name }) => name.includes(values.only));
    // Warm-up: code is compiled and the database's pages are read.
    for (const upload of uploads) await send(upload, upload.body?.() ?? null);
    print(`${place.name}: worst stall of ${times} each; ${memory()} before`);
    for (const upload of uploads) {
      const bodies = Array.from({ length: times }, () => upload.body?.() ?? null);
      await sleep(SETTLE_MS);
      server.worstStall();
      await worstList(lister);
      const began = performance.now();
      let status = 0;
      for (const body of bodies) status = await send(upload, body);
      const seconds = (performance.now() - began) / times / 1000;
      const stall = server.worstStall().toFixed(0);
      const list = (await worstList(lister)).toFixed(0);
      const answer = `answered ${status} after ${seconds.toFixed(1)} s`;
      print(`  ${upload.name}: ${stall} ms; another's list ${list} ms; ${answer}; ${memory()}`);
    }
  } finally {
    await Promise.all([sender, lister, ...busy].map((worker) => worker.terminate()));
    await server.stop();
  }
}

type Send = (upload: WorstUpload, body: string | Uint8Array | null) => Promise<number>;

function senderTo(sender: Worker, url: string, token: string): Send {
  return async (upload, body) => {
    const answered = once(sender, 'message');
    const headers = { 'Content-Type': upload.type, 'X-Token': token };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, no window
    sender.postMessage({ url: `${url}${upload.path}`, method: upload.method, headers, body });
    const answers: unknown[] = await answered;
    return Number(answers[0]);
  };
}

/** Milliseconds of the longest list since the previous call. */
async function worstList(lister: Worker): Promise<number> {
  const answered = once(lister, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, no window
  lister.postMessage('worst');
  const answers: unknown[] = await answered;
  return Number(answers[0]);
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const memory = () => `${(process.memoryUsage().rss / 1_048_576).toFixed(0)} MB`;

await onDatabases(values.databases, measure);

import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { suppliers } from '#tests/support/suppliers.ts';
import { onDatabases } from './onDatabases.ts';
import type { Place } from './serverProcess.ts';
import { signIn } from './signIn.ts';
import { startHere, type HereServer } from './stalls/hereServer.ts';

/**
 * npm run bench:declarations [-- --count 300 --databases embedded,postgres]: adds declarations with their own tables,
 * all at once. Prints how long it takes until the last one is served, and the longest stall of the server until then.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    databases: { type: 'string', default: 'embedded,postgres' },
  },
});
const count = Number(values.count);
const POLL_MS = 25;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function measure(place: Place): Promise<void> {
  const server = await startHere(place);
  try {
    const token = await signIn(server.url);
    await sleep(1_000);
    server.worstStall();
    const added = await untilServed(server, token, () => addAll(server.folder));
    process.stdout.write(`${place.name}: ${count} declarations added: ${inWords(added)}\n`);
    const changed = await untilServed(server, token, () => add(server.folder, count));
    process.stdout.write(`${place.name}: one more beside them: ${inWords(changed)}\n`);
  } finally {
    await server.stop();
  }
}

interface Figures {
  servedMs: number;
  stallMs: number;
  readyMs: number;
}

const inWords = ({ servedMs, stallMs, readyMs }: Figures) =>
  `all served after ${seconds(servedMs)}, worst stall ${stallMs.toFixed(0)} ms, slowest /readyz ${readyMs.toFixed(0)} ms`;

let last = 0;

async function addAll(folder: string): Promise<void> {
  for (let at = 0; at < count; at += 1) await add(folder, at);
}

/** Writes the file atomically, as an editor saves it. */
async function add(folder: string, at: number): Promise<void> {
  const name = `suppliers_${at}`;
  const draft = path.join(folder, `${name}.draft`);
  await writeFile(draft, JSON.stringify({ ...suppliers, name }, null, 2));
  await rename(draft, path.join(folder, `${name}.json`));
  last = at;
}

async function untilServed(server: HereServer, token: string, act: () => Promise<void>): Promise<Figures> {
  const began = performance.now();
  await act();
  let readyMs = 0;
  for (;;) {
    const asked = performance.now();
    await (await fetch(`${server.url}/readyz`)).arrayBuffer();
    readyMs = Math.max(readyMs, performance.now() - asked);
    // A missing resource responds with 404; one that the user has no permission for yet, with 403.
    const answer = await fetch(`${server.url}/prod-api/suppliers-${last}`, { headers: { 'X-Token': token } });
    await answer.arrayBuffer();
    if (answer.status !== 404) break;
    await sleep(POLL_MS);
  }
  return { servedMs: performance.now() - began, stallMs: server.worstStall(), readyMs };
}

await onDatabases(values.databases, measure);

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Import, importSchema } from '#shared/contract/imports.ts';
import { addMenuEntries } from '#tests/support/world.ts';
import { z } from 'zod';
import { onDatabases } from './onDatabases.ts';
import type { Place } from './serverProcess.ts';
import { signIn } from './signIn.ts';
import { startHere, type HereServer } from './stalls/hereServer.ts';

/**
 * npm run bench:import [-- --rows 10000 --databases embedded,postgres --changed]: imports a file of contacts, of a company
 * each, into a stored resource whose key is their email. Prints how long the upload, the check and the application take
 * and, with `--changed`, the same of a file that changes each of them, which is then undone, and the server's longest
 * stall.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    databases: { type: 'string', default: 'embedded,postgres' },
    changed: { type: 'boolean', default: false },
  },
});
const rows = Number(values.rows);
const COMPANIES = 100;
const POLL_MS = 250;

const COMPANY = {
  version: 1,
  name: 'bench_companies',
  storage: 'table',
  recordRepresentation: 'name',
  fields: [{ source: 'name', type: 'text', required: true, filter: 'eq', sortable: true, search: true }],
  import: {},
};

const CONTACT = {
  version: 1,
  name: 'bench_contacts',
  storage: 'table',
  fields: [
    { source: 'name', type: 'text', required: true, search: true },
    { source: 'email', type: 'text', format: 'email', required: true, unique: true },
    { source: 'phone', type: 'text', format: 'phone' },
    { source: 'company_id', type: 'reference', reference: 'bench_companies', filter: 'eq' },
    {
      source: 'stage',
      type: 'enum',
      default: 'lead',
      filter: 'eq',
      choices: ['lead', 'won'].map((id) => ({ id })),
    },
    { source: 'seats', type: 'integer', min: 0 },
    { source: 'credit', type: 'money', sortable: true },
    { source: 'since', type: 'date', filter: 'range' },
    { source: 'notes', type: 'longtext' },
  ],
  import: { key: 'email' },
};

const print = (line: string) => process.stdout.write(`${line}\n`);

const companies = ['name', ...Array.from({ length: COMPANIES }, (_, at) => `Company ${at}`)].join('\n');

const contacts = (seats: number) =>
  [
    'name,email,phone,company_id,stage,seats,credit,since,notes',
    ...Array.from(
      { length: rows },
      (_, at) =>
        `Ann Miller ${at},ann.${at}@example.com,+49 30 ${1_000_000 + at},Company ${at % COMPANIES},${at % 3 ? 'lead' : 'won'},` +
        `${seats + (at % 50)},${at % 1_000}.50,2026-03-${String(1 + (at % 28)).padStart(2, '0')},Met at the fair no. ${at}`,
    ),
  ].join('\n');

async function measure(place: Place): Promise<void> {
  const server = await startHere(place, [COMPANY, CONTACT]);
  const worker = server.worker('import');
  try {
    await addMenuEntries(server.db, [COMPANY.name, CONTACT.name]);
    worker.start();
    const caller = callerOf(server, await signIn(server.url));
    await applied(caller, await uploaded(caller, COMPANY.name, companies));
    server.worstStall();
    print(`${place.name}: ${rows} rows`);
    await timed(server, caller, CONTACT.name, contacts(1), 'created');
    if (!values.changed) return;
    const changed = await timed(server, caller, CONTACT.name, contacts(100), 'changed');
    const began = performance.now();
    const { counts } = await ended(caller, await caller.post(`${changed}/undo`, {}));
    if (counts.undone !== rows) throw new Error(JSON.stringify(counts));
    tell(server, 'undone', began);
  } finally {
    await worker.stop();
    await server.stop();
  }
}

/** @returns the import's ID */
async function timed(server: HereServer, caller: Caller, resource: string, file: string, as: string): Promise<string> {
  let began = performance.now();
  const { id } = await caller.upload(resource, file);
  tell(server, 'uploaded', began);
  began = performance.now();
  const checked = await ended(caller, await caller.get(id));
  if (checked.counts.create + checked.counts.update !== rows) throw new Error(JSON.stringify(checked.counts));
  tell(server, 'checked', began);
  began = performance.now();
  const { counts } = await applied(caller, checked);
  if (counts.created + counts.updated !== rows) throw new Error(JSON.stringify(counts));
  tell(server, as, began);
  return id;
}

function tell(server: HereServer, what: string, began: number): void {
  const ms = performance.now() - began;
  const rate = Math.round(rows / (ms / 1000));
  print(
    `  ${what} in ${(ms / 1000).toFixed(2)} s, ${rate} rows a second, worst stall ${server.worstStall().toFixed(0)} ms`,
  );
}

const uploaded = async (caller: Caller, resource: string, file: string) =>
  ended(caller, await caller.upload(resource, file));

const applied = async (caller: Caller, { id }: Import) =>
  ended(caller, await caller.post(`${id}/apply`, { mode: 'valid' }));

async function ended(caller: Caller, begun: Import): Promise<Import> {
  let found = begun;
  while (!['ready', 'done', 'undone'].includes(found.status)) {
    await sleep(POLL_MS);
    found = await caller.get(found.id);
  }
  return found;
}

type Caller = ReturnType<typeof callerOf>;

function callerOf({ url }: HereServer, token: string) {
  async function ask(path: string, init: RequestInit = {}): Promise<Import> {
    const headers = new Headers(init.headers);
    headers.set('X-Token', token);
    const answer = await fetch(`${url}/prod-api/imports${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return z.object({ data: importSchema }).parse(await answer.json()).data;
  }
  return {
    get: (id: string) => ask(`/${id}`),
    upload: (resource: string, file: string) =>
      ask(`?resource=${resource}&name=bench.csv`, {
        method: 'POST',
        body: file,
        headers: { 'Content-Type': 'application/octet-stream' },
      }),
    post: (path: string, body: object) =>
      ask(`/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      }),
  };
}

await onDatabases(values.databases, measure);

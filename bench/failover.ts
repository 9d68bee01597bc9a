import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { blackHole } from '#tests/support/blackHole.ts';
import { execute } from '#tests/support/executeStatement.ts';
import { DOCUMENTED_SETTINGS, pgbouncerProgram, startPgbouncer } from '#tests/support/pgbouncer.ts';
import { createDatabase, databaseUrl } from '#tests/support/postgres.ts';
import { startPrimary, startStandby } from '#tests/support/standby.ts';
import { startServer } from './serverProcess.ts';

/**
 * npm run bench:failover [-- --times 5 --down 5]: how long after the beginning of pg_promote a server is ready again. The
 * primary is killed. Its address refuses connections until the standby has been promoted, `--down` seconds later, and
 * leads there then.
 */
const { values } = parseArgs({
  options: { times: { type: 'string', default: '5' }, down: { type: 'string', default: '5' } },
});
const POLL_MS = 50;

/** Settings of pgbouncer, or null without it. */
const WAYS: Record<string, readonly string[] | null> = {
  direct: null,
  'pgbouncer, default settings': [],
  'pgbouncer, documented settings': DOCUMENTED_SETTINGS,
};

async function measure(settings: readonly string[] | null): Promise<number> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    const primary = await startPrimary();
    closers.push(primary.stop);
    const { url } = await createDatabase(primary.url);
    const way = await blackHole(url);
    closers.push(() => way.close());
    const pooler = settings === null ? null : await startPgbouncer(way.url, settings);
    if (pooler) closers.push(pooler.stop);
    const environment = { DATA_DIR: dataDir, DATABASE_URL: pooler?.url ?? way.url, DEMO: '0' };
    const server = await startServer({ name: 'postgres', environment });
    closers.push(() => server.stop());
    const standby = await startStandby(primary);
    closers.push(standby.stop);

    const standbyUrl = databaseUrl(standby.url, new URL(url).pathname.slice(1));
    process.kill(await primary.pid(), 'SIGQUIT');
    await untilReady(server.url, false);
    await pause(Number(values.down) * 1000);
    const began = performance.now();
    await execute(standbyUrl, 'select pg_promote()');
    way.leadTo(standbyUrl);
    await untilReady(server.url, true);
    return performance.now() - began;
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

async function untilReady(origin: string, isReady: boolean): Promise<void> {
  while ((await fetch(`${origin}/readyz`)).ok !== isReady) await pause(POLL_MS);
}

for (const [name, settings] of Object.entries(WAYS)) {
  if (settings !== null && pgbouncerProgram === null) continue;
  const took: number[] = [];
  for (let time = 0; time < Number(values.times); time += 1) took.push(await measure(settings));
  process.stdout.write(`${name}: ready after ${took.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s\n`);
}

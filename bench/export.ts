import { parseArgs } from 'node:util';
import { copyOrders } from './copyOrders.ts';
import { measureExport, measureIdle } from './exportRun.ts';
import { inWords } from './percentiles.ts';
import { onDatabases } from './onDatabases.ts';
import { startServer, type Place } from './serverProcess.ts';
import { signIn } from './signIn.ts';

/**
 * npm run bench:export [-- --rows 200000 --databases embedded,postgres]: exports all orders of the demo's owner with
 * all 24 columns. Prints time, size, the server's peak memory, and how long a page of the list takes during the export.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    databases: { type: 'string', default: 'embedded,postgres' },
  },
});
const rows = Number(values.rows);

const print = (line: string) => process.stdout.write(`${line}\n`);

async function measure(place: Place): Promise<void> {
  await (await startServer(place)).stop();
  await copyOrders(place, rows);
  const server = await startServer(place);
  try {
    const token = await signIn(server.url);
    print(`${place.name}: a page of the list, idle: ${inWords(await measureIdle(server.url, token))}`);
    for (const format of ['csv', 'xlsx'] as const) {
      const figures = await measureExport(server, token, format);
      const size = `${(figures.bytes / 1e6).toFixed(1)} MB`;
      const time = `${(figures.ms / 1000).toFixed(1)} s`;
      const memory = `${figures.memory.before.toFixed(0)} → ${figures.memory.peak.toFixed(0)} MB of memory`;
      print(`  ${format}: ${figures.rows} rows in ${time}, ${size}, ${memory}`);
      print(`    a page of the list meanwhile: ${inWords(figures.others)}`);
    }
  } finally {
    await server.stop();
  }
}

await onDatabases(values.databases, measure);

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '#tests/support/chromium.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres.ts';
import { fetchedSizes, inWords as sizesInWords } from './console/fetchedSizes.ts';
import { consoleAt } from './console/Site.ts';
import { measureOrderList } from './orderList.ts';
import { measureDeclarations } from './checkedDeclarations.ts';
import { inWords } from './percentiles.ts';
import { run, startServer, type Place } from './serverProcess.ts';

/** npm run bench [-- --orders 20000,1000000 --databases embedded,postgres]: prints measurements, asserts nothing. */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '20000,1000000' },
    databases: { type: 'string', default: 'embedded,postgres' },
  },
});
const sizes = values.orders.split(',').map(Number);
const databases = values.databases.split(',');

const print = (line: string) => process.stdout.write(`${line}\n`);

async function measurePlace(place: Place): Promise<void> {
  const first = await startServer(place);
  print(`${place.name}: first start, with tables and 20,000 demo orders made: ${seconds(first.startMs)}`);
  await first.stop();
  for (const orders of sizes) {
    if (orders !== 20_000) {
      const began = performance.now();
      await run('server/cli/seed.ts', ['--orders', String(orders)], place);
      print(`${place.name}: ${orders.toLocaleString('en')} orders seeded in ${seconds(performance.now() - began)}`);
    }
    const server = await startServer(place);
    print(`${place.name}, ${orders.toLocaleString('en')} orders: start to first answer ${seconds(server.startMs)}`);
    try {
      const figures = await measureOrderList(server.url);
      print(`  tenant with ${figures.tenantOrders.toLocaleString('en')} of them`);
      print(`  first page  ${inWords(figures.firstPage)}`);
      print(`  last page   ${inWords(figures.lastPage)}`);
      print(`  summary     ${inWords(figures.summary)}`);
    } finally {
      await server.stop();
    }
  }
}

async function measureEmbedded(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  try {
    const place: Place = { name: 'embedded', environment: { DATA_DIR: dataDir, DATABASE_URL: '' } };
    await measurePlace(place);
    await measureSizes(place);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Signs in as another user, because the others' codes have been used. */
async function measureSizes(place: Place): Promise<void> {
  const server = await startServer(place);
  const browser = await launchBrowser();
  try {
    const { login, firstList } = await fetchedSizes(browser, consoleAt(server.url), 'viewer');
    print(`login page: ${sizesInWords(login)}`);
    print(`with the first list: ${sizesInWords(firstList)}`);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function measurePostgres(): Promise<void> {
  const postgres = await startPostgres();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  try {
    const { url } = await createDatabase(postgres.url);
    await measurePlace({ name: 'postgres', environment: { DATA_DIR: dataDir, DATABASE_URL: url } });
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

for (const line of measureDeclarations()) print(line);
if (databases.includes('embedded')) await measureEmbedded();
if (databases.includes('postgres')) await measurePostgres();

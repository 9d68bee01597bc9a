import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { PROJECT_FOLDER } from '#server/process/open.ts';
import { launchBrowser } from '#tests/support/chromium.ts';
import { countPresses, Hand, pressesOf, type Presses } from './jobs/Hand.ts';
import { NOTHING, type FoundRecord, type Job } from './jobs/Job.ts';
import { MONEY_JOBS } from './jobs/moneyJobs.ts';
import { OPERATOR_JOBS } from './jobs/operatorJobs.ts';
import { ORDER_JOBS } from './jobs/orderJobs.ts';
import { signedIn, type SignedIn } from './jobs/signedIn.ts';
import { onDatabases } from './onDatabases.ts';
import { startServer, type Place } from './serverProcess.ts';

/**
 * npm run bench:jobs [-- --only refund --url http://localhost:4000]: how many clicks and keys common jobs take in the
 * real console, by mouse and by keyboard, from the first page after signing in until they are done. Starts its own
 * server with the demo's data. With `--url` it uses a running demo, for example of another version.
 */
const { values } = parseArgs({ options: { url: { type: 'string' }, only: { type: 'string', default: '' } } });
const SERVE = path.join(import.meta.dirname, 'console', 'serve.ts');
const BUILT_CONSOLE = path.join(PROJECT_FOLDER, 'dist', 'console');
const WAYS = ['mouse', 'keyboard'] as const;
const PATIENCE_MS = 20_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function measure(origin: string): Promise<void> {
  const jobs = [...ORDER_JOBS, ...MONEY_JOBS, ...OPERATOR_JOBS].filter(({ name }) =>
    name.toLowerCase().includes(values.only.toLowerCase()),
  );
  const browser = await launchBrowser();
  try {
    const users = new Map<string, SignedIn>();
    for (const name of new Set(jobs.flatMap(({ as }) => as))) users.set(name, await signedIn(browser, origin, name));
    print('| Job | by mouse | by keyboard |');
    print('| --- | --- | --- |');
    for (const job of jobs) {
      const able = job.as.flatMap((name) => users.get(name) ?? []);
      const took: string[] = [];
      for (const way of WAYS) took.push(await measureJob(browser, origin, able, { job, way }).then(inWords, failed));
      print(`| ${job.name} | ${took.join(' | ')} |`);
    }
  } finally {
    await browser.close();
  }
}

async function measureJob(
  browser: Browser,
  origin: string,
  able: readonly SignedIn[],
  { job, way }: { job: Job; way: (typeof WAYS)[number] },
): Promise<Presses> {
  const { state, records, subject } = await begun(job, able);
  const context = await browser.newContext({
    locale: 'en',
    viewport: { width: 1440, height: 900 },
    storageState: state,
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  try {
    const page = await context.newPage();
    await page.goto(origin);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await countPresses(page);
    await job[way](new Hand(page), subject);
    await job.done(page, subject, records);
    return await pressesOf(page);
  } finally {
    await context.close();
  }
}

/** The first user who has a record to do the job with, and that record. */
async function begun({ name, subject }: Job, able: readonly SignedIn[]): Promise<SignedIn & { subject: FoundRecord }> {
  for (const user of able) {
    const found = subject ? await subject(user.records) : NOTHING;
    if (found) return { ...user, subject: found };
  }
  throw new Error(`${name}: there is nothing to do it to`);
}

/** Reports a job that can't be done any more, so that the others are still measured. */
function failed(error: unknown): string {
  process.exitCode = 1;
  process.stderr.write(`${String(error)}\n`);
  return 'failed';
}

function inWords({ clicks, keys }: Presses): string {
  return [count(clicks, 'click'), count(keys, 'key')].filter((words) => words !== '').join(' + ');
}

function count(presses: number, word: string): string {
  return presses === 0 ? '' : `${presses} ${word}${presses === 1 ? '' : 's'}`;
}

if (values.url === undefined) {
  await onDatabases('embedded', async (place: Place) => {
    const server = await startServer(place, [SERVE, BUILT_CONSOLE]);
    try {
      await measure(server.url);
    } finally {
      await server.stop();
    }
  });
} else {
  await measure(values.url);
}

import { parseArgs } from 'node:util';
import type { Db } from '#server/db/connect.ts';
import { launchBrowser } from '#tests/support/chromium.ts';
import { comparison, type Compared } from './console/comparison.ts';
import { fetchedSizes } from './console/fetchedSizes.ts';
import { note } from './console/Measured.ts';
import { measureAt } from './console/measureAt.ts';
import { withSites, type Sites } from './console/withSites.ts';
import { onDatabases } from './onDatabases.ts';

/**
 * npm run bench:console [-- --turns 7]: compares the console with one written in plain react-admin
 * (bench/plainConsole), with the same two lists from the same server, on the processor at full speed and slowed down
 * four times. Prints the medians of all turns; sizes and memory are measured once.
 */
const { values } = parseArgs({ options: { turns: { type: 'string', default: '7' } } });
const USERNAME = 'demo';
const KILOBYTE = 1024;

await onDatabases('postgres', (place) => withSites(place, measure));

async function measure(sites: Sites, db: Db): Promise<void> {
  const browser = await launchBrowser();
  const renewCode = async () => {
    await db.kysely.updateTable('users').set({ totp_last_step: null }).where('username', '=', USERNAME).execute();
  };
  const all: Compared[] = [1, 4].map((throttling) => ({ throttling, console: new Map(), plain: new Map() }));
  try {
    for (const { throttling, ...measured } of all) {
      const both = [
        { site: sites.console, measured: measured.console },
        { site: sites.plain, measured: measured.plain },
      ];
      await measureAt({ browser, throttling, turns: Number(values.turns), username: USERNAME, renewCode }, both);
      if (throttling > 1) continue;
      for (const { site, measured: of } of both) {
        await renewCode();
        const { login, firstList } = await fetchedSizes(browser, site, USERNAME);
        note(of, { loginScripts: login.scripts / KILOBYTE, listScripts: firstList.scripts / KILOBYTE });
      }
    }
  } finally {
    await browser.close();
  }
  for (const line of comparison(all)) process.stdout.write(`${line}\n`);
}

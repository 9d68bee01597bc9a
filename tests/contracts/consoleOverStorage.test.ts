import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { TOKEN_COOKIE } from '@merchant-console/ra-provider/token';
import { fetchFromApp } from '#tests/support/fetchFromApp.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld } from '#tests/support/world.ts';
import { consoleUnderTest } from './consoleUnderTest.ts';
import { dataProviderContract } from '@merchant-console/ra-provider/contracts';
import { storedDeclaration, storedSeed } from './storedSeed.ts';

const world = await startWorld(USUAL_DATABASE, {
  orders: 0,
  resources: { [storedDeclaration.name]: storedDeclaration },
});
afterAll(() => world.close());

const browser = createMemoryBrowser();
browser.cookieJar.set(TOKEN_COOKIE, (await world.signIn('demo')).login_token);
const makeConsole = () => consoleUnderTest(fetchFromApp(world.app), browser);

const { dataProvider } = makeConsole();
const { data: channels } = await dataProvider.getList<{ id: string }>('channels', {});
const [first, second] = channels;
if (!first || !second) throw new Error('the demo has channels');
const seed = await storedSeed(dataProvider, [first.id, second.id]);

const table = sql.table(`r_${storedDeclaration.name}`);
await sql`create table seed_of_test as select * from ${table}`.execute(world.db.kysely);

/** Restores the table's initial contents for each case. */
async function makeConsoleOverSeed() {
  await sql`delete from ${table}`.execute(world.db.kysely);
  await sql`insert into ${table} select * from seed_of_test`.execute(world.db.kysely);
  return makeConsole();
}

dataProviderContract('the console over a table created by the server', makeConsoleOverSeed, seed);

import path from 'node:path';
import { afterAll } from 'vitest';
import { permissionsAskedBy } from '@merchant-console/declaration';
import { entitlementsOf, type TenantType } from '#server/access/entitlements.ts';
import { BUILT_IN_ASKS } from '#server/access/permissionToOpen.ts';
import { MENU_TEMPLATES } from '#server/access/menuTemplates.ts';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { loadResources } from '#server/resources/registry/readFolder.ts';
import { fetchFromApp } from '#tests/support/fetchFromApp.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld } from '#tests/support/world.ts';
import { consoleAuthContract, dataProviderContract, type ConsoleUser } from '@merchant-console/ra-provider/contracts';
import { consoleUnderTest } from './consoleUnderTest.ts';
import { serverSeed, storeOrders } from './serverOrders.ts';

/** Seconds after which the authenticator code has changed, because each code can be used for one sign-in. */
const NEXT_CODE = 30;

const world = await startWorld(USUAL_DATABASE, { orders: 0 });
afterAll(() => world.close());

const user = (username: string, fullName: string, permissions: string[]): ConsoleUser => ({
  credentials: async () => {
    world.clock.advance(NEXT_CODE);
    return { username, password: DEMO_PASSWORD, totp_code: await world.totpCode() };
  },
  fullName,
  permissions,
});

const shipped = await loadResources(path.resolve('resources'));

/** The permissions of an owner on the pages of a new tenant's menu. */
function ownersOf(type: TenantType): string[] {
  const pages = MENU_TEMPLATES[type].flatMap((entry) => [entry, ...entry.pages]).map((page) => page.componentPath);
  // An action may require a permission of another resource.
  const declared = [...shipped.values()].filter(({ name }) => pages.includes(name)).flatMap(permissionsAskedBy);
  const asked = [...declared, ...pages.flatMap((page) => BUILT_IN_ASKS[page ?? ''] ?? [])];
  return entitlementsOf(shipped.values(), type).filter(
    (key) => pages.includes(key.split('.')[0] ?? '') || asked.includes(key),
  );
}

const owner = user('demo', '林晓', ownersOf('merchant'));
const operator = user('operator', '沈航', ownersOf('platform'));

const makeConsole = () => consoleUnderTest(fetchFromApp(world.app));

// One sign-in for all cases that only read, because checking a password takes longer than a case.
const browser = createMemoryBrowser();
await consoleUnderTest(fetchFromApp(world.app), browser).authProvider.login(await owner.credentials());
const makeSignedInConsole = () => consoleUnderTest(fetchFromApp(world.app), browser);

/** Two channels of the tenant that `demo` belongs to. */
async function channelsOfOwner(): Promise<{ merchantId: string; channelIds: [string, string] }> {
  const rows = await world.db.kysely
    .selectFrom('channels as c')
    .innerJoin('directory as d', 'd.tenant_id', 'c.merchant_id')
    .where('d.name', '=', 'demo')
    .select(['c.merchant_id', 'c.id'])
    .execute();
  const [first, second] = rows;
  if (!first || !second) throw new Error('the demo has channels');
  return { merchantId: first.merchant_id, channelIds: [first.id, second.id] };
}

const { merchantId, channelIds } = await channelsOfOwner();
const seed = serverSeed(channelIds);
await storeOrders(world.db, merchantId, seed.records);

dataProviderContract('the console over the server', makeSignedInConsole, seed, { capabilities: { write: false } });
consoleAuthContract('the console over the server', makeConsole, [owner, operator]);

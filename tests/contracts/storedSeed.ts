import { sql } from 'kysely';
import type { DataProvider, RaRecord } from 'react-admin';
import { TOKEN_COOKIE } from '@merchant-console/ra-provider/token';
import type { ContractSeed } from '@merchant-console/ra-provider/contracts';
import { fetchFromApp } from '#tests/support/fetchFromApp.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import type { World } from '#tests/support/world.ts';
import { consoleUnderTest } from './consoleUnderTest.ts';

/** Beyond the exact range of a double. */
const EXACT_AMOUNT = '9007199254740993';
const ODD_TEXT = `<b>"O'Neil" & 张三 \u{1F9FE}\\n%20+`;
const STATUSES = ['open', 'paid', 'void'] as const;

/** A resource with some of the field types that the server can store. */
export const storedDeclaration = {
  version: 1,
  name: 'contract_records',
  storage: 'table',
  fields: [
    { source: 'number', type: 'text', required: true, sortable: true, search: true, filter: 'eq' },
    { source: 'subject', type: 'text', filter: 'contains' },
    { source: 'amount', type: 'money', filter: 'range' },
    { source: 'status', type: 'enum', filter: 'in', choices: STATUSES.map((id) => ({ id })) },
    { source: 'channel_id', type: 'reference', reference: 'channels', filter: 'eq' },
    { source: 'urgent', type: 'boolean', filter: 'eq' },
  ],
};

const drafts = (channelIds: readonly [string, string]) =>
  Array.from({ length: 7 }, (_, index) => ({
    number: `N${index}`,
    subject: index === 1 ? ODD_TEXT : null,
    amount: index === 0 ? EXACT_AMOUNT : String(1000 * index),
    status: STATUSES[index % STATUSES.length],
    channel_id: channelIds[index % 2],
    urgent: index % 2 === 0,
  }));

/** Fills the table of `storedDeclaration`, which the world has. `restore` makes its records the seed again. */
export async function storeSeed({ app, db, signIn }: Pick<World, 'app' | 'db' | 'signIn'>) {
  const browser = createMemoryBrowser();
  browser.cookieJar.set(TOKEN_COOKIE, (await signIn('demo')).login_token);
  const makeConsole = () => consoleUnderTest(fetchFromApp(app), browser);
  const { dataProvider } = makeConsole();
  const { data: channels } = await dataProvider.getList<{ id: string }>('channels', {});
  const [first, second] = channels;
  if (!first || !second) throw new Error('the demo has channels');
  const seed = await storedSeed(dataProvider, [first.id, second.id]);

  const table = sql.table(`r_${storedDeclaration.name}`);
  await sql`create table seed_of_test as select * from ${table}`.execute(db.kysely);
  return {
    seed,
    makeConsole,
    async restore() {
      await sql`delete from ${table}`.execute(db.kysely);
      await sql`insert into ${table} select * from seed_of_test`.execute(db.kysely);
    },
  };
}

/** Creates the records through the provider, and returns the seed with them. */
async function storedSeed(dataProvider: DataProvider, channelIds: readonly [string, string]): Promise<ContractSeed> {
  const resource = storedDeclaration.name;
  const records: RaRecord[] = [];
  for (const data of drafts(channelIds)) records.push((await dataProvider.create<RaRecord>(resource, { data })).data);
  const idsWhere = (holds: (index: number) => boolean) =>
    records.filter((_, index) => holds(index)).map(({ id }) => id);
  const missingId = '0199a000-0000-7000-8000-000000000099';
  return {
    resource,
    sortField: 'number',
    records,
    missingId,
    filters: [
      { filter: { status: 'paid' }, ids: idsWhere((index) => index % 3 === 1) },
      {
        filter: { status: ['open', 'void'], urgent: false },
        ids: idsWhere((index) => index % 2 === 1 && index % 3 !== 1),
      },
      { filter: { amount_gte: EXACT_AMOUNT }, ids: idsWhere((index) => index === 0) },
      { filter: { subject_like: "o'neil" }, ids: idsWhere((index) => index === 1) },
      { filter: { q: 'N3' }, ids: idsWhere((index) => index === 3) },
      { filter: { id: [...idsWhere((index) => index === 2), missingId] }, ids: idsWhere((index) => index === 2) },
    ],
    emptyFilter: { number: 'none' },
    reference: { target: 'channel_id', id: channelIds[1], ids: idsWhere((index) => index % 2 === 1) },
    writing: {
      draft: { number: ODD_TEXT, subject: null, amount: EXACT_AMOUNT, status: 'open', urgent: false },
      change: { subject: `${ODD_TEXT}!`, amount: '9007199254740995' },
    },
  };
}

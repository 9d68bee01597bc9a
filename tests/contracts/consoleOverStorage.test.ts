import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld } from '#tests/support/world.ts';
import { dataProviderContract } from '@merchant-console/ra-provider/contracts';
import { storedDeclaration, storeSeed } from './storedSeed.ts';

const world = await startWorld(USUAL_DATABASE, {
  orders: 0,
  resources: { [storedDeclaration.name]: storedDeclaration },
});
afterAll(() => world.close());

const { seed, makeConsole, restore } = await storeSeed(world);

it('returns a page of more records than the server returns in one call', async () => {
  await restore();
  await sql`
    insert into r_contract_records
    select (jsonb_populate_record(null::r_contract_records,
      to_jsonb(seed) || jsonb_build_object('id', gen_random_uuid(), 'number', seed.number || '-' || copy))).*
    from seed_of_test as seed, generate_series(1, 300) as copy`.execute(world.db.kysely);
  const { dataProvider } = makeConsole();
  const { data, total } = await dataProvider.getList('contract_records', {
    pagination: { page: 1, perPage: 10_000 },
    sort: { field: 'number', order: 'ASC' },
    filter: {},
  });
  expect(total).toBe(301 * seed.records.length);
  expect(new Set(data.map(({ id }) => String(id))).size).toBe(total);
  const numbers = data.map(({ number }) => String(number));
  expect(numbers).toEqual(numbers.toSorted());
});

dataProviderContract(
  'the console over a table created by the server',
  async () => {
    await restore();
    return makeConsole();
  },
  seed,
);

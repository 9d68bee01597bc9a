import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEARCH } from '#server/modules/searchIndexes.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

/** The tables with names, and their columns. */
const NAMED = Object.values(SEARCH).flatMap((indexes) => ('words' in indexes ? [indexes.words] : []));

describe('a search in the product’s lists', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 60 });
  });
  afterAll(() => world.close());

  async function idsOf(user: string, endpoint: string, q: string): Promise<string[]> {
    const { login_token: token } = await world.signIn(user);
    const query = new URLSearchParams({ filter: JSON.stringify({ q }), range: '[0,99]' });
    const answer = await world.call({ url: `/prod-api/${endpoint}?${query}`, token });
    expect([user, endpoint, answer.statusCode]).toEqual([user, endpoint, 200]);
    return answer.json<{ data: { id: string }[] }>().data.map(({ id }) => id);
  }

  it.each(NAMED)('knows the words of all rows that the demo has written: $table', async ({ table, columns }) => {
    const values = columns.map((column) => sql`select ${column}::text as field, ${sql.ref(column)} as value`);
    const wanted = sql`
      select merchant_id, id, entry, field from ${sql.table(table)} t
      cross join lateral (${sql.join(values, sql` union all `)}) searched
      cross join lateral unnest(search_entries(value)) entry`;
    const stored = sql`select merchant_id, row_id, word, field from search_words where resource = ${table}`;
    const { rows: wrong } = await sql`
      (${wanted} except ${stored}) union all (${stored} except ${wanted})`.execute(world.db.kysely);
    expect(wrong).toEqual([]);
    expect((await sql`${stored} limit 1`.execute(world.db.kysely)).rows).toHaveLength(1);
  });

  it('finds an order of a sub-merchant in the lists of all that may see it', async () => {
    const { kysely } = world.db;
    const { tenant_id } = await kysely
      .selectFrom('directory')
      .where('name', '=', 'sub')
      .select('tenant_id')
      .executeTakeFirstOrThrow();
    const order = await kysely
      .selectFrom('orders')
      .where('merchant_id', '=', tenant_id)
      .select(['id', 'order_no', 'merchant_order_no'])
      .executeTakeFirstOrThrow();
    await kysely
      .updateTable('orders')
      .set({ payer_name: 'Double Clíck Co' })
      .where('merchant_id', '=', tenant_id)
      .where('id', '=', order.id)
      .execute();
    for (const [user, endpoint] of [
      ['sub', 'orders'],
      ['demo', 'submerchant-orders'],
      ['operator', 'platform-orders'],
    ] as const) {
      for (const q of [
        'CLICK',
        'co double',
        order.order_no.toLowerCase(),
        `\u200b${order.merchant_order_no.toLowerCase()}`,
      ]) {
        expect({ user, q, ids: await idsOf(user, endpoint, q) }).toEqual({ user, q, ids: [order.id] });
      }
      expect(await idsOf(user, endpoint, 'click other')).toEqual([]);
    }
    expect(await idsOf('demo', 'orders', 'click')).toEqual([]);
    expect(await idsOf('tokyo', 'orders', 'click')).toEqual([]);
  });

  it('finds users by the second word of their name, and by their username in any case', async () => {
    const users = await world.db.kysely
      .selectFrom('users')
      .innerJoin('directory', 'directory.tenant_id', 'users.merchant_id')
      .where('directory.name', '=', 'demo')
      .select(['users.id', 'users.username', 'users.merchant_id'])
      .execute();
    const viewer = users.find(({ username }) => username === 'viewer');
    await world.db.kysely
      .updateTable('users')
      .set({ real_name: 'María José Núñez' })
      .where('merchant_id', '=', viewer?.merchant_id ?? '')
      .where('id', '=', viewer?.id ?? '')
      .execute();
    for (const q of ['nunez', 'JOSE maria', 'VIEW']) expect(await idsOf('demo', 'users', q)).toEqual([viewer?.id]);
    expect(await idsOf('operator', 'merchant-users', 'nunez')).toEqual([viewer?.id]);
  });

  it('reads small lists in the same way', async () => {
    const channels = await world.db.kysely.selectFrom('channels').select(['id', 'name', 'merchant_id']).execute();
    const [first] = channels;
    await world.db.kysely
      .updateTable('channels')
      .set({ name: 'Banco “Élite” del Sur' })
      .where('merchant_id', '=', first?.merchant_id ?? '')
      .where('id', '=', first?.id ?? '')
      .execute();
    expect(await idsOf('operator', 'platform-channels', 'elite SUR')).toHaveLength(1);
    expect(await idsOf('operator', 'platform-channels', 'lite')).toEqual([]);
  });
});

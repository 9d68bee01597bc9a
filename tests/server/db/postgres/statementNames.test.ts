import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { later } from '#server/db/later.ts';
import { execute } from '#tests/support/executeStatement.ts';
import { directly, ledDatabase, namesHold } from './limitsHold.ts';

describe('statements on a direct connection', () => {
  const led = ledDatabase(directly);

  namesHold(led, { isNamed: true });

  it('are sent again if the columns of their result have changed, with their transaction, once', async () => {
    const { db, plainUrl } = led();
    await execute(plainUrl, 'create table changing (id int primary key, amount int not null)');
    let next = 0;
    const insert = () => {
      next += 1;
      const id = next;
      return db.transaction(async (tx) => {
        await sql`insert into changing (id, amount) values (${id}, ${0})`.execute(tx);
        return (await sql<object>`select * from changing where id = ${id}`.execute(tx)).rows;
      });
    };
    // On every connection.
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 20 }, insert));
    await execute(plainUrl, "alter table changing add column note text not null default 'new'");
    const after = await Promise.all(Array.from({ length: 20 }, insert));
    expect(after.map(([row]) => row)).toEqual(
      Array.from({ length: 20 }, (_, index) => ({ id: 101 + index, amount: 0, note: 'new' })),
    );
    expect(await execute(plainUrl, 'select count(*)::int as rows from changing')).toEqual([{ rows: 120 }]);
  });

  it('may be in a message twice, before PostgreSQL has parsed them', async () => {
    const { db, plainUrl } = led();
    await execute(plainUrl, 'create table counting (n int not null)');
    const add = (n: number) => sql`insert into counting (n) values (${n}::int)`;
    const addTwice = () =>
      db.transaction(async (tx) => {
        await later(tx, add(1));
        await later(tx, add(2));
        await sql`select ${0}::int`.execute(tx);
      });
    // On every connection.
    for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 20 }, addTwice));
    expect(await execute(plainUrl, 'select sum(n)::int as sum from counting')).toEqual([{ sum: 240 }]);
  });

  it('stay usable after one that fails', async () => {
    const { db } = led();
    const half = (by: number) =>
      db.transaction(async (tx) => (await sql<{ half: number }>`select 10 / ${by}::int as half`.execute(tx)).rows);
    for (let time = 0; time < 4; time += 1) {
      await expect(half(0)).rejects.toMatchObject({ code: '22012' });
      expect(await half(2)).toEqual([{ half: 5 }]);
    }
  });
});

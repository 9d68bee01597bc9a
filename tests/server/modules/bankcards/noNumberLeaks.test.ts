import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { databaseFiles } from '#tests/support/databaseFiles.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { cardCalls } from './cardCalls.ts';

const CREATED = '6222029876501234';
const CHANGED = '6222029876509999';
const PAID = '6222029876507777';
const SECRETS = [CREATED, CHANGED, PAID];

describe('a card number', () => {
  let world: World;
  const log: string[] = [];
  beforeAll(async () => {
    const logTo = { write: (line: string) => void log.push(line) };
    world = await startWorld(USUAL_DATABASE, { orders: 20, app: { logLevel: 'trace', logTo } });
    await useCard(world);
  });
  afterAll(() => world.close());

  it('is in no table', async () => {
    const texts = await tableTexts(world);
    expect(texts.some((text) => text.includes('6222••••9999'))).toBe(true);
    expect(texts.filter(tells)).toEqual([]);
  });

  it('is in no line of the log', () => {
    expect(log.length).toBeGreaterThan(5);
    expect(log.filter(tells)).toEqual([]);
  });

  it('is in no file of the database, including its write-ahead log', async () => {
    const telling: string[] = [];
    let [isLogFound, isMaskFound] = [false, false];
    for await (const { file, content } of databaseFiles(world)) {
      if (SECRETS.some((secret) => content.includes(secret))) telling.push(file);
      isLogFound ||= file.includes('pg_wal');
      isMaskFound ||= content.includes('6222••••9999');
    }
    expect(telling).toEqual([]);
    expect(isLogFound).toBe(true);
    expect(isMaskFound).toBe(true);
  });
});

const tells = (text: string) => SECRETS.some((secret) => text.includes(secret));

/** Uses a number in every way: saves, changes, reads and reveals it, has it rejected, and sends it with a key. */
async function useCard(world: World): Promise<void> {
  const { login_token: token } = await world.signIn('demo');
  const cards = cardCalls(world, token);
  const { id } = await cards.made(CREATED);
  expect(await cards.create({ card_number: CREATED })).toMatchObject({ status: 422 });
  expect(await cards.create({ card_number: `${PAID}x` })).toMatchObject({ status: 422 });
  expect(await cards.edit(id, { card_number: CHANGED })).toMatchObject({ status: 200 });
  expect(await cards.reveal(id)).toMatchObject({ data: { value: CHANGED } });
  const channels = await sql<{ id: string }>`
    select c.id from channels c join merchants m using (merchant_id)
    where m.merchant_no = 'M100001' and c.type = 'payout' and c.status = 'enabled' limit 1`.execute(world.db.kysely);
  const payment = {
    channel_id: channels.rows[0]?.id,
    payee_name: 'Chen',
    card_number: PAID,
    bank_name: 'First Bank',
    amount: '10000',
    pay_password: DEMO_PAY_PASSWORD,
  };
  for (const status of [200, 200]) {
    const answer = await world.call({
      method: 'POST',
      url: '/prod-api/payment-requests',
      payload: payment,
      token,
      headers: { 'idempotency-key': 'one-key-for-both' },
    });
    expect(answer.statusCode).toBe(status);
  }
}

/** Every row of every table, as text. */
async function tableTexts({ db }: World): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db.kysely);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(db.kysely);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts;
}

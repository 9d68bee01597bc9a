import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '#server/ledger/invariants.ts';
import { payeesWorld, type PayeesWorld } from './payeesWorld.ts';

const AT_ONCE = 20;

describe('payees saved concurrently, on PostgreSQL', () => {
  let world: PayeesWorld;
  beforeAll(async () => {
    world = await payeesWorld('postgres');
    await setWaitingHours(0);
  });
  afterAll(() => world.close());

  const setWaitingHours = (card_cooling_hours: number) =>
    world.db.kysely.updateTable('merchants').set({ card_cooling_hours }).execute();
  const many = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, act));
  const count = async (table: 'payees' | 'payment_requests' | 'payouts') => {
    const rows = world.db.kysely.selectFrom(table).where('merchant_id', '=', world.merchantId);
    const { n } = await rows.select((select) => select.fn.countAll<bigint>().as('n')).executeTakeFirstOrThrow();
    return Number(n);
  };
  const counts = async () => [await count('payees'), await count('payment_requests'), await count('payouts')] as const;
  const entered = (card_number: string) => ({ payee_name: 'Bo', card_number, bank_name: 'Bank', save_payee: true });

  it(`are one row after ${AT_ONCE} calls that add it`, async () => {
    const before = await count('payees');
    const payee = { name: 'Bo', card_number: '6222021234567890128', bank_name: 'Bank' };
    const answers = await many(() => world.ask('demo', 'POST', 'payees', payee));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(AT_ONCE - 1).fill(422),
    ]);
    expect(await count('payees')).toBe(before + 1);
  });

  it(`are one row after ${AT_ONCE} payments, each of which is made`, async () => {
    const [payees, requests, payouts] = await counts();
    const answers = await many(() => world.pay(entered('6228480402564890018')));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(AT_ONCE).fill(200));
    expect(new Set(answers.map(({ data }) => data['payee_id'])).size).toBe(1);
    expect(await counts()).toEqual([payees + 1, requests + AT_ONCE, payouts + AT_ONCE]);
  });

  it(`are paid once by ${AT_ONCE} payments that save them, if new payees wait`, async () => {
    await setWaitingHours(24);
    const [payees, requests, payouts] = await counts();
    const answers = await many(() => world.pay(entered('6217000010000000083')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(AT_ONCE - 1).fill(422),
    ]);
    expect(await counts()).toEqual([payees + 1, requests + 1, payouts + 1]);
    await setWaitingHours(0);
  });

  it('are saved and paid once by a payment that is sent twice', async () => {
    const [payees, requests, payouts] = await counts();
    const key = randomUUID();
    const send = () => world.pay(entered('6217000010000000018'), { key });
    const first = await send();
    const second = await send();
    expect([second.status, second.data]).toEqual([first.status, first.data]);
    expect(first.status).toBe(200);
    expect(await counts()).toEqual([payees + 1, requests + 1, payouts + 1]);
  });

  it('delay neither payments nor each other', async () => {
    const numbers = ['6222020200112233440', '6222020200112233457'];
    const answers = await Promise.all(
      numbers.flatMap((number) => [
        ...Array.from({ length: 5 }, () => world.pay(entered(number))),
        ...Array.from({ length: 5 }, () => world.pay({ ...entered(number), save_payee: false })),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(AT_ONCE).fill(200));
    expect(await findViolations(world.db)).toEqual([]);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { cardCalls } from './cardCalls.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('bank cards', () => {
  let world: World;
  let cards: ReturnType<typeof cardCalls>;
  let foreign: ReturnType<typeof cardCalls>;
  let viewer: ReturnType<typeof cardCalls>;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    cards = cardCalls(world, (await world.signIn('demo')).login_token);
    foreign = cardCalls(world, (await world.signIn('tokyo')).login_token);
    viewer = cardCalls(world, (await world.signIn('viewer')).login_token);
  });
  afterAll(() => world.close());

  let last = 10_000_000;
  const newNumber = () => `622202${(last += 1)}`;
  const inMs = (text: string) => new Date(text).getTime() - world.clock.now().getTime();
  const defaults = async () => (await cards.list()).filter((card) => card.is_default);

  it('store only digits, however they were pasted, and show a mask', async () => {
    const made = await cards.create({ card_number: ' 6222-0212 3456 7890 ' });
    expect(made).toMatchObject({ status: 201, data: { card_number: '6222••••7890', status: 'enabled' } });
    expect(await cards.reveal(String(made.data['id']))).toMatchObject({ data: { value: '6222021234567890' } });
    expect(made.data).not.toHaveProperty('card_hash');
  });

  it.each(['1234567', '6222abc12345', '1'.repeat(31), '６２２２０２１２３４５６７８９０', ''])(
    'are rejected with the number %j',
    async (card_number) => {
      const refused = await cards.create({ card_number });
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.errors)).toEqual(['card_number']);
    },
  );

  it('are unique in a tenant, and may also exist in another', async () => {
    const card_number = newNumber();
    await cards.made(card_number);
    const again = await cards.create({ card_number: card_number.replace(/(.{4})/, '$1 ') });
    expect(again).toMatchObject({ status: 422, errors: { card_number: 'You’ve already added this card.' } });
    const other = await cards.made(newNumber());
    expect(await cards.edit(other.id, { card_number })).toMatchObject({ status: 422 });
    expect(await foreign.create({ card_number })).toMatchObject({ status: 201 });
  });

  it('are also unique among cards that had no hash before', async () => {
    const seeded = (await cards.list()).find(({ status }) => status === 'disabled');
    const { data } = await cards.reveal(seeded?.id ?? '');
    expect(await cards.create({ card_number: data['value'] })).toMatchObject({ status: 422 });
  });

  it('start a waiting period when they are new, get another number, or are enabled again', async () => {
    const { id, usable_at } = await cards.made(newNumber());
    expect(inMs(usable_at)).toBe(DAY_MS);
    world.clock.advance(60);
    const shown = await cards.show(id);
    expect(await cards.edit(id, { ...shown, branch_name: 'Airport' })).toMatchObject({ status: 200 });
    expect((await cards.show(id)).usable_at).toBe(usable_at);
    for (const change of [{ name: 'Other' }, { bank_name: 'Other' }, { card_number: newNumber() }]) {
      world.clock.advance(60);
      expect(await cards.edit(id, change)).toMatchObject({ status: 200 });
      expect(inMs((await cards.show(id)).usable_at)).toBe(DAY_MS);
    }
    await cards.act(id, 'disable');
    world.clock.advance(60);
    await cards.act(id, 'enable');
    expect(inMs((await cards.show(id)).usable_at)).toBe(DAY_MS);
  });

  it('wait as long as the tenant has set', async () => {
    const set = (hours: number) =>
      sql`update merchants set card_cooling_hours = ${hours} where merchant_no = 'M100001'`.execute(world.db.kysely);
    await set(2);
    expect(inMs((await cards.made(newNumber())).usable_at)).toBe(2 * HOUR_MS);
    await set(24);
  });

  it("keep their number when the mask is sent back, and don't wait again when the same number is entered", async () => {
    const card_number = newNumber();
    const card = await cards.made(card_number);
    world.clock.advance(60);
    await cards.edit(card.id, { card_number: card.card_number, branch_name: 'A' });
    await cards.edit(card.id, { card_number, branch_name: 'B' });
    expect(await cards.show(card.id)).toMatchObject({ usable_at: card.usable_at, branch_name: 'B' });
    expect(await cards.reveal(card.id)).toMatchObject({ data: { value: card_number } });
  });

  it('treat a new number with the same mask as a change', async () => {
    const { id } = await cards.made('4000001111110002');
    world.clock.advance(60);
    expect(await cards.edit(id, { card_number: '4000002222220002' })).toMatchObject({ status: 200 });
    expect(await cards.reveal(id)).toMatchObject({ data: { value: '4000002222220002' } });
    const { rows } = await sql<{ after: object }>`
      select after from audit_logs where record_id = ${id} and action = 'bankcards.edit'`.execute(world.db.kysely);
    expect(rows).toEqual([{ after: { card_number: '4000••••0002', usable_at: expect.any(String) } }]);
  });

  it('have one default while any is enabled, never a disabled one', async () => {
    const [first] = await defaults();
    const card = await cards.made(newNumber());
    expect(card.is_default).toBe(false);
    expect(await cards.act(card.id, 'set_default')).toMatchObject({ status: 200, data: { is_default: true } });
    expect(await cards.act(card.id, 'set_default')).toMatchObject({ status: 409 });
    expect((await defaults()).map(({ id }) => id)).toEqual([card.id]);

    expect(await cards.act(card.id, 'disable')).toMatchObject({ status: 200, data: { is_default: false } });
    expect(await cards.act(card.id, 'disable')).toMatchObject({ status: 409 });
    expect(await cards.act(card.id, 'set_default')).toMatchObject({ status: 409 });
    expect((await defaults()).map(({ id }) => id)).toEqual([first?.id]);

    for (const { id, status } of await cards.list()) if (status === 'enabled') await cards.act(id, 'disable');
    expect(await defaults()).toEqual([]);
    await cards.act(card.id, 'enable');
    expect((await defaults()).map(({ id }) => id)).toEqual([card.id]);
  });

  it('have one default after concurrent calls', async () => {
    const made = await Promise.all([newNumber(), newNumber(), newNumber()].map((number) => cards.made(number)));
    await Promise.all(made.map(({ id }) => cards.act(id, 'set_default')));
    expect(await defaults()).toHaveLength(1);
  });

  it("can't be changed by a user who has seen an outdated revision", async () => {
    const { id, revision } = await cards.made(newNumber());
    await cards.edit(id, { branch_name: 'A', revision });
    expect(await cards.edit(id, { branch_name: 'B', revision })).toMatchObject({ status: 409 });
  });

  it('are revealed only with the payment password, which is logged', async () => {
    const { id } = await cards.made(newNumber());
    expect(await cards.reveal(id, '000000')).toMatchObject({
      status: 422,
      errors: { pay_password: expect.stringContaining('Incorrect') },
    });
    expect(await cards.send('POST', `/${id}/reveal`, { source: 'card_number' })).toMatchObject({ status: 422 });
    expect(await cards.reveal(id)).toMatchObject({ status: 200 });
    const { rows } = await sql`
      select after from audit_logs where record_id = ${id} and action = 'bankcards.reveal'`.execute(world.db.kysely);
    expect(rows).toEqual([{ after: { card_number: expect.stringContaining('••••') } }]);
  });

  it('of another tenant are not found', async () => {
    const { id } = await cards.made(newNumber());
    const none = '0199a000-0000-7000-8000-00000000dead';
    const asked = [
      (one: string) => foreign.send('GET', `/${one}`),
      (one: string) => foreign.edit(one, { name: 'Mine' }),
      ...['enable', 'disable', 'set_default'].map((action) => (one: string) => foreign.act(one, action)),
      (one: string) => foreign.reveal(one),
    ];
    for (const ask of asked) {
      const answers = [await ask(id), await ask(none), await ask('no-id')];
      expect(answers).toEqual(answers.map(() => answers[1]));
      expect(answers[0]?.status).toBe(404);
    }
  });

  it("can't be changed by users who may only read", async () => {
    const { id } = await cards.made(newNumber());
    expect(await viewer.show(id)).toMatchObject({ card_number: expect.stringContaining('••••') });
    for (const answer of [await viewer.reveal(id), await viewer.act(id, 'disable'), await viewer.create({})]) {
      expect(answer.status).toBe(403);
    }
  });
});

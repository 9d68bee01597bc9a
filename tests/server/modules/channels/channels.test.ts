import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelList, channelNameList, merchantRates } from '#shared/contract/channels.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

describe('the channels of a tenant', () => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    ({ login_token: token } = await world.signIn('demo'));
  });
  afterAll(() => world.close());

  const ask = async (path: string, as = token) =>
    (await world.call({ url: `/prod-api${path}`, token: as })).json<{ data: unknown }>().data;
  const list = async (query = '') => channelList.data.parse(await ask(`/channel/list${query}`));

  it('are those of the resource', async () => {
    const records = await ask('/channels?range=[0,99]&sort=["name","ASC"]');
    const ids = Array.isArray(records) ? records.map(({ id }: { id: string }) => id) : [];
    const found = await list();
    expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(found.length).toBeGreaterThan(3);
  });

  it('can be filtered by type and status, and by nothing else', async () => {
    for (const { type, status } of await list('?type=payout&status=enabled')) {
      expect([type, status]).toEqual(['payout', 'enabled']);
    }
    expect((await world.call({ url: '/prod-api/channel/list?type=gold', token })).statusCode).toBe(400);
  });

  it('have names for choices', async () => {
    const names = channelNameList.data.parse(await ask('/channel-name/list?type=deposit'));
    expect(names).toEqual((await list('?type=deposit')).map(({ id, name, code, type }) => ({ id, name, code, type })));
  });

  it('cost what the platform and the tenant have agreed while they are enabled', async () => {
    await world.db.kysely
      .updateTable('channels')
      .set({ status: 'disabled' })
      .where('platform_channel_id', 'is', null)
      .where('type', '=', 'deposit')
      .execute();
    const rates = merchantRates.data.parse(await ask('/merchant/merchant-rates'));
    const enabled = await list('?status=enabled');
    expect(rates.map(({ channel_id: id, rate_bps, fixed_fee }) => [id, rate_bps, fixed_fee])).toEqual(
      enabled.map(({ id, rate_bps, fixed_fee }) => [id, rate_bps, fixed_fee]),
    );
    expect(rates.some(({ type }) => type === 'deposit')).toBe(false);
  });

  it('exclude those of other tenants', async () => {
    const { login_token: tokyo } = await world.signIn('tokyo');
    const own = new Set((await list()).map(({ id }) => id));
    const others = channelList.data.parse(await ask('/channel/list', tokyo));
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(({ id }) => own.has(id))).toEqual([]);
  });
});

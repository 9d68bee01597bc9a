import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { gatewayWorld, MERCHANT, refusalOf, textOf, type Answer, type GatewayWorld } from './gatewayWorld.ts';

const COLLECT = { channel: 'cn_qr_yun', amount: '12300', notify_url: 'https://pay.example.com/n' };
const UNSIGNED = { status: 401, error: 'signature_invalid' };
const rejected = (channel: string) => ({ status: 422, error: 'validation', reasons: { channel } });

describe('two servers on one PostgreSQL database, which keep merchants in memory', () => {
  let one: GatewayWorld;
  let two: GatewayWorld;
  let merchantId: string;
  let parentId: string;
  let key: string;
  let numbers = 0;
  beforeAll(async () => {
    one = await gatewayWorld('postgres');
    const options = { databaseUrl: one.databaseUrl, dataDir: '', clock: systemClock };
    const db = await connect(options);
    two = await gatewayWorld('postgres', {}, { database: { db, options, remove: () => db.close() } });
    merchantId = await one.merchantId(MERCHANT);
    key = await one.keyOf(MERCHANT);
    const { kysely } = one.db;
    const other = kysely.selectFrom('merchants').where('type', '=', 'merchant').where('merchant_id', '<>', merchantId);
    const parent = await other.where('parent_id', 'is', null).select('merchant_id').executeTakeFirstOrThrow();
    parentId = parent.merchant_id;
    await kysely.updateTable('merchants').set({ parent_id: parentId }).where('merchant_id', '=', merchantId).execute();
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  const callTo = (world: GatewayWorld): Promise<Answer> => {
    numbers += 1;
    // Each world counts its nonces for itself.
    const unique = { nonce: `known-${String(numbers).padStart(4, '0')}`, merchant_order_no: `K-${numbers}` };
    return world.send('collect', world.signed({ ...world.common(MERCHANT), ...COLLECT, ...unique }, key));
  };
  const callBoth = async () => [await callTo(one), await callTo(two)];
  const statuses = async () => (await callBoth()).map(({ status }) => status);

  const setMerchant = (id: string, set: Parameters<typeof merchants>[0]) => merchants(set).where('merchant_id', '=', id).execute(); // prettier-ignore
  const merchants = (set: {
    status?: 'active' | 'disabled';
    suspended_at?: Date | null;
    refuse_md5?: boolean;
    notify_url?: string | null;
  }) => one.db.kysely.updateTable('merchants').set(set);
  const setChannel = (owner: string, status: 'enabled' | 'disabled') =>
    one.db.kysely
      .updateTable('channels')
      .set({ status })
      .where('merchant_id', '=', owner)
      .where('code', '=', COLLECT.channel)
      .execute();
  const setKeyEnd = (ends_at: Date | null) =>
    one.db.kysely.updateTable('merchant_keys').set({ ends_at }).where('merchant_id', '=', merchantId).execute();

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>, object]>([
    ['a merchant is disabled', () => setMerchant(merchantId, { status: 'disabled' }), () => setMerchant(merchantId, { status: 'active' }), UNSIGNED],
    ['a merchant is suspended', () => setMerchant(merchantId, { suspended_at: one.clock.now() }), () => setMerchant(merchantId, { suspended_at: null }), UNSIGNED],
    ['the merchant above is disabled', () => setMerchant(parentId, { status: 'disabled' }), () => setMerchant(parentId, { status: 'active' }), UNSIGNED],
    ['its key ends', () => setKeyEnd(one.clock.now()), () => setKeyEnd(null), UNSIGNED],
    ['its channel is disabled', () => setChannel(merchantId, 'disabled'), () => setChannel(merchantId, 'enabled'), rejected('channel_disabled')],
    ['the platform disables the channel', () => setChannel(PLATFORM_ID, 'disabled'), () => setChannel(PLATFORM_ID, 'enabled'), rejected('channel_disabled')],
  ])('reject the next call when %s, on both, until it is undone', async (_what, act, undo, refusal) => {
    expect(await statuses()).toEqual([201, 201]);
    await act();
    expect((await callBoth()).map(refusalOf)).toEqual([refusal, refusal]);
    await undo();
    expect(await statuses()).toEqual([201, 201]);
  }); // prettier-ignore

  it('reject the next call when the channel is no longer connected', async () => {
    const { kysely } = one.db;
    const connections = await kysely.selectFrom('channel_connections').selectAll().execute();
    expect(await statuses()).toEqual([201, 201]);
    await kysely.deleteFrom('channel_connections').execute();
    expect((await callBoth()).map(refusalOf)).toEqual([
      rejected('channel_not_connected'),
      rejected('channel_not_connected'),
    ]);
    await kysely.insertInto('channel_connections').values(connections).execute();
    expect(await statuses()).toEqual([201, 201]);
  });

  it('charge the next order by a changed rate', async () => {
    const { kysely } = one.db;
    const fees = async () => (await callBoth()).map(({ data }) => BigInt(textOf(data['fee'])));
    const [before] = await fees();
    const channel = kysely.updateTable('channels').where('merchant_id', '=', merchantId).where('code', '=', COLLECT.channel); // prettier-ignore
    await channel.set((eb) => ({ fixed_fee: eb('fixed_fee', '+', 7n) })).execute();
    expect(await fees()).toEqual([(before ?? 0n) + 7n, (before ?? 0n) + 7n]);
  });

  it('reject a key from the moment on when it ends, without a change', async () => {
    await setKeyEnd(new Date(one.clock.now().getTime() + 60_000));
    expect(await statuses()).toEqual([201, 201]);
    for (const { clock } of [one, two]) clock.advance(60);
    expect((await callBoth()).map(refusalOf)).toEqual([UNSIGNED, UNSIGNED]);
    await setKeyEnd(null);
    expect(await statuses()).toEqual([201, 201]);
  });

  it('keep what they know when a key is used or somebody signs in', async () => {
    const version = () =>
      one.db.kysely.selectFrom('terms_versions').where('merchant_id', '=', merchantId).select('version').execute();
    const before = await version();
    expect(before).toHaveLength(1);
    for (const { clock } of [one, two]) clock.advance(120);
    expect(await statuses()).toEqual([201, 201]);
    const { last_used_at } = await one.db.kysely
      .selectFrom('merchant_keys')
      .where('merchant_id', '=', merchantId)
      .select('last_used_at')
      .executeTakeFirstOrThrow();
    expect(last_used_at).toEqual(one.clock.now());
    await one.db.kysely
      .updateTable('merchants')
      .set({ last_login_at: one.clock.now() })
      .where('merchant_id', '=', merchantId)
      .execute();
    expect(await version()).toEqual(before);
  });
});

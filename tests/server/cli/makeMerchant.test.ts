import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OptionsError } from '#server/cli/commandLine.ts';
import { makeMerchant } from '#server/cli/makeMerchant.ts';
import { readConfig } from '#server/process/config.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const GOOD = ['--name', 'Two', '--owner', 'two.owner', '--owner-name', 'Two'];

describe('the options of merchant:create', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld('postgres', { orders: 20 });
  });
  afterAll(() => world.close());

  const make = (...args: string[]) =>
    makeMerchant(args, { db: world.db, cipher: world.cipher, close: async () => {} }, readConfig({ DEMO: '0' }));
  const count = async () => (await world.db.kysely.selectFrom('merchants').select('merchant_id').execute()).length;
  async function refused(...args: string[]): Promise<string[]> {
    const error: unknown = await make(...args).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof OptionsError)) throw new Error(`not refused by its options: ${String(error)}`);
    return Object.keys(error.options);
  }

  it.each([
    [
      ['--currency', 'ABC', '--time-zone', 'Mars'],
      ['--currency', '--time-zone'],
    ],
    [['--channel', 'nowhere:1'], ['--channel nowhere:1']],
    [['--channel', 'cn_qr_yun:1.234'], ['--channel cn_qr_yun:1.234']],
    [['--channel', 'cn_qr_yun:1:2:3:4:both'], ['--channel cn_qr_yun:1:2:3:4:both']],
    [['--channel', 'cn_qr_yun:1:2:3:4:inner:x'], ['--channel cn_qr_yun:1:2:3:4:inner:x']],
    [['--channel', 'cn_qr_yun', '--channel', 'cn_qr_xin:::9000:5'], ['--channel (number 2, max_amount)']],
    [['--channel', 'cn_qr_yun::999999999999:1:5'], ['--channel (number 1, fixed_fee)']],
    [['--channel', 'cn_qr_yun', '--channel', 'cn_qr_yun'], ['--channel (number 2, channel_id)']],
    [['--channel', 'jp_qr'], ['--channel (number 1, channel_id)']],
    [['--approval-threshold', '1.005'], ['--approval-threshold']],
    [['--currency', 'JPY'], ['--approval-threshold']],
    [['--currency', 'JPY', '--approval-threshold', '10.5'], ['--approval-threshold']],
    [['--card-cooling-hours', '900'], ['--card-cooling-hours']],
    [['--card-cooling-hours', 'a day'], ['--card-cooling-hours']],
    [['--owner', 'DEMO'], ['--owner']],
    [['--email', 'nobody'], ['--email']],
    [['--notify-url', 'http://localhost/x'], ['--notify-url']],
  ])('%j are rejected by name, and nothing is created', async (args, named) => {
    const before = await count();
    expect((await refused(...GOOD, ...args)).toSorted()).toEqual(named);
    expect(await count()).toBe(before);
  });

  it('keep the platform’s terms where they set none', async () => {
    const channels = ['--channel', 'jp_konbini::10', '--channel', 'jp_card:2.5:::9000:outer'];
    const threshold = ['--currency', 'JPY', '--approval-threshold', '20,000'];
    const { record, link } = await make(...GOOD, ...threshold, ...channels);
    expect(link.link).toContain('#enrol=');
    expect(record).toMatchObject({ currency: 'JPY', approval_threshold: '20000', owner_status: 'invited' });
    const of = world.db.kysely.selectFrom('channels').where('merchant_id', '=', record.id).orderBy('code');
    expect(await of.selectAll().execute()).toMatchObject([
      { code: 'jp_card', rate_bps: 250, fixed_fee: 0n, min_amount: 100n, max_amount: 9_000n, deduction: 'outer' },
      { code: 'jp_konbini', rate_bps: 250, fixed_fee: 10n, min_fee: 120n, min_amount: 200n, deduction: 'outer' },
    ]);
  });
});

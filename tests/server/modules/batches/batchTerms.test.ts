import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deduction } from '#shared/money/fee.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { batchWorld, HEADER, row, SUCCESS, type BatchWorld } from './batchWorld.ts';

const file = (...rows: string[]) => [HEADER, ...rows].join('\n');
/** Each test pays another account, so that none needs approval because of another's payment. */
const CARDS = { inner: '6222021234567890128', outer: '6222000011112223' };

const OUTDATED = { status: 409, msg: expect.stringContaining('Check again') };

describe('the terms of a batch', () => {
  let batches: BatchWorld;
  beforeAll(async () => {
    batches = await batchWorld(USUAL_DATABASE);
  });
  afterAll(() => batches.world.close());

  const setDeduction = (deduction: Deduction) =>
    batches.world.db.kysely.updateTable('channels').where('id', '=', batches.channelId).set({ deduction }).execute();
  const current = async (id: string) => (await batches.items(id)).batch;

  it.each<[Deduction, Deduction]>([
    ['inner', 'outer'],
    ['outer', 'inner'],
  ])('were seen by whoever submits it: checked with %s, submitted with %s', async (checked, now) => {
    await setDeduction(checked);
    const draft = await batches.uploaded(file(row({ amount: '3000', remark: now, card: CARDS[now] })));
    await setDeduction(now);
    const before = await batches.wallet();
    expect(await batches.submit(draft)).toMatchObject(OUTDATED);
    const [item] = (await batches.items(draft.id)).items;
    // The other rows would still have been checked with the previous terms.
    expect((await batches.repair(item ?? { id: '' }, { remark: `${now} again` })).status).toBe(200);
    expect(await batches.submit(await current(draft.id))).toMatchObject(OUTDATED);
    expect(await batches.wallet()).toEqual(before);
    await batches.act(draft.id, 'recheck');
    const seen = await current(draft.id);
    expect(await batches.submit(seen)).toMatchObject({ status: 200 });
    const debit = 300_000n + (now === 'outer' ? BigInt(seen.total_fee) : 0n);
    expect(before.available - (await batches.wallet()).available).toBe(debit);
  });

  it('are checked again if an earlier version checked them', async () => {
    const draft = await batches.uploaded(file(row({ remark: 'earlier' })));
    const ofBatch = batches.world.db.kysely.updateTable('batch_transfers').where('id', '=', draft.id);
    await ofBatch.set({ deduction: null }).execute();
    expect(await current(draft.id)).toMatchObject({ total_debit: null, total_arrival: null, may_submit: false });
    expect(await batches.quoted(draft.id)).toMatchObject(OUTDATED);
    expect(await batches.submit(draft)).toMatchObject(OUTDATED);
    await batches.act(draft.id, 'recheck');
    const { available } = await batches.wallet();
    const checked = await current(draft.id);
    const after = String(available - BigInt(checked.total_debit ?? 0));
    expect(await batches.quoted(draft.id)).toMatchObject({ status: 200, data: { available_after: after } });
    expect(await batches.submit(checked)).toMatchObject({ status: 200 });
    expect(String((await batches.wallet()).available)).toBe(after);
  });

  it('are the same in lists: the paid amount is what the payees got', async () => {
    await setDeduction('inner');
    const draft = await batches.uploaded(file(row({ amount: '3000', remark: 'listed', card: '4000000000000002' })));
    expect(await batches.submit(draft)).toMatchObject({ status: 200 });
    const [item] = (await batches.items(draft.id)).items;
    await batches.settle(item?.payout_id ?? '', SUCCESS);
    const success_amount = String(300_000n - BigInt(draft.total_fee));
    expect(await current(draft.id)).toMatchObject({ success_amount });
    const read = async (path: string) =>
      (await batches.world.call({ url: `/prod-api/batch-transfers/${path}`, token: batches.token('demo') })).json();
    expect(await read(draft.id)).toMatchObject({ data: { success_amount } });
    const filter = encodeURIComponent(JSON.stringify({ id: [draft.id] }));
    expect(await read(`summary?filter=${filter}`)).toMatchObject({
      data: { sums: { success_amount: [{ sum: success_amount }] } },
    });
  });
});

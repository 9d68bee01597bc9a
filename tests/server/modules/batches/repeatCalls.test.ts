import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { batchWorld, FAILURE, HEADER, row, SUCCESS, type BatchWorld } from './batchWorld.ts';

const file = (...rows: string[]) => [HEADER, ...rows].join('\n');

describe('batches with failed rows', () => {
  let batches: BatchWorld;
  beforeAll(async () => {
    batches = await batchWorld(USUAL_DATABASE);
  });
  afterAll(() => batches.world.close());

  it('are repeated by a draft of their failed rows, each linked to the payout that it repeats', async () => {
    const rows = [
      row({ remark: 'r1' }),
      row({ remark: 'r2', amount: '20.00' }),
      row({ remark: 'r3', amount: '30.00' }),
    ];
    const first = await batches.uploaded(file(...rows));
    expect(await batches.repeat(first.id)).toMatchObject({ status: 409 });
    await batches.submit(first);
    const payoutIds = (await batches.items(first.id)).items.map(({ payout_id }) => payout_id ?? '');
    const [paid = '', ...unpaid] = payoutIds;
    await batches.settle(paid, SUCCESS);
    expect((await batches.items(first.id)).batch).toMatchObject({ repeatable_count: 0, may_repeat: false });
    for (const id of unpaid) await batches.settle(id, FAILURE);
    const ended = (await batches.items(first.id)).batch;
    expect(ended).toMatchObject({ repeatable_count: 2, may_repeat: true, repeats: null, repeated_by: [] });
    expect((await batches.items(first.id, { user: 'viewer' })).batch).toMatchObject({ may_repeat: false });
    expect(await batches.repeat(first.id, { user: 'viewer' })).toMatchObject({ status: 403 });
    expect(await batches.repeat(first.id, { user: 'sub' })).toMatchObject({ status: 404 });

    const request = await batches.payAgain(unpaid[0] ?? '');
    expect((await batches.items(first.id)).batch.repeatable_count).toBe(1);
    const key = randomUUID();
    const made = await batches.repeat(first.id, { key });
    const old = { id: first.id, batch_no: first.batch_no };
    expect(made).toMatchObject({ status: 201, data: { status: 'draft', repeats: old, left_out_count: 1 } });
    expect(made.data).toMatchObject({ total_count: 1, total_amount: '3000', may_repair: true });
    expect((await batches.repeat(first.id, { key })).data).toEqual(made.data);
    expect(await batches.repeat(first.id)).toMatchObject({ status: 409, msg: expect.stringContaining('already') });
    const { id = '', batch_no = '' } = made.data ?? {};
    const repeats_payout_no = (await batches.payout(unpaid[1] ?? ''))?.['order_no'];
    const repeating = { line_no: 4, repeats_payout_id: unpaid[1], repeats_payout_no };
    expect((await batches.items(id)).items).toMatchObject([repeating]);
    const after = await batches.items(first.id);
    expect(after.batch).toMatchObject({ repeatable_count: 0, may_repeat: false, repeated_by: [{ id, batch_no }] });
    expect(after.items.map(({ repeated_by }) => repeated_by)).toEqual([
      null,
      { resource: 'payment_requests', id: request.id, number: expect.stringMatching(/^R\d+$/) },
      { resource: 'batch_transfers', id, number: batch_no },
    ]);
    expect(await batches.payout(unpaid[0] ?? '')).toMatchObject({ repeated_by_id: request.id });
    expect(await batches.payout(unpaid[1] ?? '')).toMatchObject({ repeated_by_id: null, repeated_by_batch_id: id });
    await batches.act(id, 'discard');
    expect((await batches.items(first.id)).batch).toMatchObject({ repeatable_count: 1, repeated_by: [] });
    expect(await batches.violations()).toEqual([]);
  });
});

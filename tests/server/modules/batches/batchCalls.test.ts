import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { summarySchema } from '@merchant-console/protocol';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { batchWorld, FAILURE, HEADER, row, SUCCESS, type BatchWorld } from './batchWorld.ts';

const file = (...rows: string[]) => [HEADER, ...rows].join('\n');

describe('batches of payouts', () => {
  let batches: BatchWorld;
  beforeAll(async () => {
    batches = await batchWorld(USUAL_DATABASE);
  });
  afterAll(() => batches.world.close());

  it('are repaired, submitted and followed until each payout has ended', async () => {
    const before = await batches.wallet();
    const draft = await batches.uploaded(
      file(row({ amount: '10.00' }), row({ card: '12', amount: '-1', name: '' }), row({ amount: '1e3', remark: 'b' })),
    );
    expect(draft).toMatchObject({ total_count: 3, valid_count: 1, invalid_count: 2, total_amount: '1000' });
    expect(draft).toMatchObject({ may_repair: true, may_submit: false, needs_second_person: false });

    const bad = await batches.items(draft.id, { show: 'problems' });
    expect(bad.items.map(({ line_no, problems }) => [line_no, problems])).toEqual([
      [
        3,
        {
          payee_name: ['This field is required.'],
          card_number: ['Enter a card or account number of 8 to 30 digits.'],
          amount: ['The amount can’t be negative.'],
        },
      ],
      [4, { amount: ['This isn’t a valid amount. Use a point for decimals, such as 1234.50.'] }],
    ]);
    expect(await batches.submit(draft)).toMatchObject({
      status: 409,
      msg: expect.stringContaining('Rows with problems: 2'),
    });
    const [first, second] = bad.items;
    if (!first || !second) throw new Error('two rows are wrong');
    const cells = { payee_name: '李娜', card_number: '6228 4804 0256 4890 018', amount: '20' };
    const repaired = await batches.repair(first, cells);
    expect(repaired.data?.item).toMatchObject({ status: 'valid', problems: {}, amount: '2000' });
    expect(repaired.data?.item.cells).toMatchObject({ card_number: '6228••••0018', remark: '' });
    expect((await batches.repair(first, { payee_name: '' })).data?.item.status).toBe('invalid');
    expect((await batches.repair(first, { payee_name: '李娜' })).data?.batch).toMatchObject({ valid_count: 2 });
    const left = await batches.remove(second);
    expect(left.data).toMatchObject({ total_count: 2, invalid_count: 0, total_amount: '3000', may_submit: true });
    expect(await batches.violations()).toEqual([]);

    expect(await batches.submit(draft)).toMatchObject({
      status: 409,
      msg: expect.stringContaining('changed after'),
    });
    const ready = (await batches.items(draft.id)).batch;
    expect(await batches.submit(ready, { password: '000000' })).toMatchObject({ status: 422 });
    const key = randomUUID();
    const [one, two] = await Promise.all([batches.submit(ready, { key }), batches.submit(ready, { key })]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.data).toEqual(two.data);
    const fee = BigInt(ready.total_fee);
    expect(await batches.wallet()).toEqual({
      available: before.available - 3_000n - fee,
      frozen: before.frozen + 3_000n + fee,
    });
    expect(await batches.violations()).toEqual([]);

    const queued = (await batches.items(draft.id)).items;
    expect(queued.map(({ status }) => status)).toEqual(['queued', 'queued']);
    expect(await batches.repair(first, { payee_name: 'X' })).toMatchObject({ status: 409 });
    const [paid, unpaid] = queued;
    await batches.take(unpaid?.payout_id ?? '');
    expect((await batches.items(draft.id)).batch.status).toBe('processing');
    await batches.settle(paid?.payout_id ?? '', SUCCESS);
    expect((await batches.items(draft.id)).batch).toMatchObject({ status: 'processing', success_count: 1 });
    expect(await batches.violations()).toEqual([]);
    await batches.world.db.transaction((tx) =>
      batches.payouts.settle(tx, batches.merchantId, unpaid?.payout_id ?? '', FAILURE),
    );
    const ended = await batches.items(draft.id, { show: 'problems' });
    expect(ended.batch).toMatchObject({ status: 'partly_failed', success_count: 1, failed_count: 1 });
    expect(ended.items).toMatchObject([{ line_no: 3, status: 'failed', error_msg: 'Account closed' }]);
    expect(await batches.violations()).toEqual([]);
  });

  it('end as done, or as failed if no payout succeeded', async () => {
    for (const [outcome, status] of [[SUCCESS, 'done'] as const, [FAILURE, 'failed'] as const]) {
      const draft = await batches.uploaded(file(row({ remark: status }), row({ remark: status })));
      expect(await batches.submit(draft)).toMatchObject({ status: 200, data: { status: 'submitted' } });
      for (const { payout_id } of (await batches.items(draft.id)).items) await batches.settle(payout_id ?? '', outcome);
      expect((await batches.items(draft.id)).batch.status).toBe(status);
    }
    expect(await batches.violations()).toEqual([]);
  });

  it('recognise a file that is uploaded again, until the batch is discarded', async () => {
    const text = file(row({ remark: 'again' }));
    const first = await batches.uploaded(text);
    const again = await batches.upload(text, { name: 'renamed.csv' });
    expect(again).toMatchObject({ status: 409, current: first.id, msg: expect.stringContaining(first.batch_no) });
    expect(await batches.act(first.id, 'discard')).toMatchObject({ status: 200, data: { status: 'discarded' } });
    expect((await batches.uploaded(text)).id).not.toBe(first.id);
    expect(await batches.submit(first)).toMatchObject({ status: 409 });
  });

  it('are one batch if two users upload a file at the same time', async () => {
    onTestFinished(await batches.letViewersUpload());
    // Uploads of one user would be queued.
    const uploads = ['demo', 'viewer'].map((user) => batches.upload(file(row({ remark: 'c' })), { user }));
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409]);
  });

  it('show the expected fees of a draft, and none of a discarded one', async () => {
    const draft = await batches.uploaded(file(row({ remark: 'fee' }), row({ remark: 'another fee' })));
    const expected = async () => {
      const filter = encodeURIComponent(JSON.stringify({ batch_id: draft.id }));
      const url = `/prod-api/batch-transfer-items/summary?filter=${filter}`;
      const answer = await batches.world.call({ url, token: batches.token('demo') });
      const { sums } = summarySchema.parse(answer.json<{ data: unknown }>().data);
      return sums['fee']?.map((one) => [one.currency, one.sum, one.expected]);
    };
    expect(await expected()).toEqual([['CNY', '0', draft.total_fee]]);
    await batches.act(draft.id, 'discard');
    expect(await expected()).toEqual([['CNY', '0', '0']]);
  });

  it('warn of duplicate rows and of payouts made the day before', async () => {
    const card = '6222000011112222337';
    const paid = await batches.uploaded(file(row({ card, amount: '33' })));
    await batches.submit(paid);
    const [{ payout_id } = { payout_id: null }] = (await batches.items(paid.id)).items;
    const draft = await batches.uploaded(
      file(row({ card, amount: '33.0' }), row({ amount: '15' }), row({ amount: '15.00' }), row({ amount: '16' })),
    );
    expect(draft.warning_count).toBe(3);
    const { items } = await batches.items(draft.id, { show: 'problems' });
    expect(items.map(({ line_no, twin_line }) => [line_no, twin_line])).toEqual([[2, null], [3, 4], [4, 3]]); // prettier-ignore
    const payout = await batches.world.db.kysely
      .selectFrom('payouts')
      .where('id', '=', payout_id ?? '')
      .select('order_no')
      .executeTakeFirstOrThrow();
    expect(items[0]?.recent_payout_no).toBe(payout.order_no);
    expect(draft.may_submit).toBe(true);
  });

  it('require mistyped-looking card numbers to be accepted or corrected before anything is paid', async () => {
    const short = '62220212';
    const before = await batches.wallet();
    const draft = await batches.uploaded(
      file(
        row({ card: short }),
        row({ card: '6222021234567890123' }),
        row({ card: '62220212345', remark: '3' }),
        row({ amount: '77.10' }),
      ),
    );
    expect(draft).toMatchObject({ valid_count: 4, invalid_count: 0, open_card_count: 3, may_submit: false });
    const { items } = await batches.items(draft.id, { show: 'problems' });
    expect(items.map(({ line_no, card_concern, card_accepted }) => [line_no, card_concern, card_accepted])).toEqual([
      [2, 'unusual_length', false],
      [3, 'wrong_check_digit', false],
      [4, 'unusual_length', false],
    ]);
    expect(await batches.submit(draft)).toMatchObject({ status: 409, msg: expect.stringContaining('mistyped: 3') });
    expect(await batches.wallet()).toEqual(before);

    const [first, second, third] = items;
    if (!first || !second || !third) throw new Error('three numbers look mistyped');
    expect(await batches.acceptCard(first, 'checker')).toMatchObject({ status: 403 });
    const accepted = await batches.acceptCard(first);
    expect(accepted.data?.item).toMatchObject({ card_concern: 'unusual_length', card_accepted: true });
    expect(accepted.data?.batch).toMatchObject({ open_card_count: 2, revision: draft.revision + 1 });
    // The accepted number counts, not any other that the row contains later.
    expect((await batches.repair(first, { amount: '70', card_number: '6222 0212' })).data?.item.card_accepted).toBe(
      true,
    );
    expect((await batches.repair(first, { card_number: '62220213' })).data?.item.card_accepted).toBe(false);
    expect((await batches.acceptCard(first, 'demo', { card_number: short })).data?.item.card_accepted).toBe(true);
    expect((await batches.repair(second, { card_number: '6222021234567890128' })).data?.item.card_concern).toBeNull();

    expect(await batches.acceptCards(draft)).toMatchObject({ status: 409 });
    const { batch: seen } = await batches.items(draft.id);
    expect(await batches.acceptCards(seen, 'checker')).toMatchObject({ status: 403 });
    expect(await batches.acceptCards(seen, 'sub')).toMatchObject({ status: 404 });
    expect((await batches.acceptCards(seen)).data).toMatchObject({ open_card_count: 0, may_submit: true });
    await batches.act(draft.id, 'recheck');
    const { batch: ready } = await batches.items(draft.id);
    expect(ready).toMatchObject({ open_card_count: 0, may_submit: true });
    expect(await batches.submit(ready)).toMatchObject({ status: 200 });
    expect(await batches.violations()).toEqual([]);
  });

  it('have their numbers checked before they are submitted, if an earlier version read them', async () => {
    const draft = await batches.uploaded(file(row({ card: '62220212', remark: 'earlier' })));
    const ofBatch = batches.world.db.kysely.updateTable('batch_transfer_items').where('batch_id', '=', draft.id);
    await ofBatch.set({ card_check: null }).execute();
    const { batch, items } = await batches.items(draft.id);
    expect(items[0]).toMatchObject({ card_concern: 'unchecked', card_accepted: false });
    expect((await batches.acceptCards(batch)).data?.open_card_count).toBe(1);
    const still = (await batches.items(draft.id)).batch;
    expect(await batches.submit(still)).toMatchObject({ status: 409, msg: expect.stringContaining('mistyped: 1') });
    await batches.act(draft.id, 'recheck');
    expect((await batches.items(draft.id)).items[0]?.card_concern).toBe('unusual_length');
  });

  it('above the threshold are submitted by another user, and report what the wallet lacks', async () => {
    const large = await batches.uploaded(file(row({ amount: '3000' }), row({ amount: '3000', remark: '2' })));
    expect(large).toMatchObject({ needs_second_person: true, may_submit: false });
    expect(await batches.submit(large)).toMatchObject({ status: 403 });
    expect(await batches.repair((await batches.items(large.id)).items[0] ?? { id: '' }, { amount: '1' }, 'checker')).toMatchObject({ status: 403 }); // prettier-ignore
    expect(await batches.submit(large, { user: 'checker' })).toMatchObject({
      status: 200,
      data: { status: 'submitted', approver_name: '周明' },
    });
    const many = Array.from({ length: 60 }, (_, at) => row({ amount: '20000', remark: `${at}` }));
    const tooMuch = await batches.uploaded(file(...many));
    const before = await batches.wallet();
    const refused = await batches.submit(tooMuch, { user: 'checker' });
    expect(refused).toMatchObject({ status: 409, msg: expect.stringContaining('short.') });
    expect(await batches.wallet()).toEqual(before);
    expect((await batches.items(tooMuch.id)).batch.status).toBe('draft');
    expect(await batches.violations()).toEqual([]);
  });

  it("aren't submitted with fees that the user has not seen", async () => {
    const draft = await batches.uploaded(file(row({ remark: 'fees' })));
    const ofChannel = batches.world.db.kysely.updateTable('channels').where('id', '=', batches.channelId);
    await ofChannel.set(({ eb }) => ({ fixed_fee: eb('fixed_fee', '+', 1n) })).execute();
    expect(await batches.submit(draft)).toMatchObject({ status: 409, msg: expect.stringContaining('Check again') });
    await batches.act(draft.id, 'recheck');
    const { batch } = await batches.items(draft.id);
    expect(BigInt(batch.total_fee)).toBe(BigInt(draft.total_fee) + 1n);
    expect(await batches.submit(batch)).toMatchObject({ status: 200 });
  });

  it('belong to their tenant, and require permissions', async () => {
    const draft = await batches.uploaded(file(row({ remark: 'mine' })));
    const [item] = (await batches.items(draft.id)).items;
    if (!item) throw new Error('one row');
    expect(await batches.upload(file(row()), { user: 'viewer' })).toMatchObject({ status: 403 });
    expect((await batches.items(draft.id, { user: 'viewer' })).batch).toMatchObject({ may_repair: false });
    const nowhere = { status: 404 };
    await expect(batches.items(draft.id, { user: 'sub' })).rejects.toThrow('404');
    expect(await batches.repair(item, { amount: '1' }, 'sub')).toMatchObject(nowhere);
    expect(await batches.remove(item, 'sub')).toMatchObject(nowhere);
    expect(await batches.submit(draft, { user: 'sub' })).toMatchObject(nowhere);
    expect(await batches.act(draft.id, 'discard', 'sub')).toMatchObject(nowhere);
    expect(await batches.upload(file(row()), { user: 'sub' })).toMatchObject({ status: 422 });
  });
});

import { expect, describe, it } from 'vitest';
import { findViolations } from '#server/ledger/invariants.ts';
import { LIMIT, openedOperators, PROOF } from './operatorWorld.ts';

describe('an act of an operator above the limit', () => {
  const at = openedOperators();
  const { kysely, send, available, deposit, usableCard, pass, approve, asked } = at;

  it('is done by one operator up to the limit', async () => {
    const [id, before] = [await deposit(LIMIT), await available()];
    expect((await pass('operator', id)).data).toMatchObject({ status: 'pass' });
    expect(await available()).toBeGreaterThan(before);
    expect(await asked(id)).toEqual([]);
  });

  it('waits for a second operator above it, who does the same on the record', async () => {
    const [id, before] = [await deposit(LIMIT + 1n), await available()];
    const first = await pass('operator', id);
    expect(first).toMatchObject({
      status: 200,
      data: { status: 'pending_payment', pending_change: expect.any(String) },
    });
    expect(await available()).toBe(before);
    expect((await pass('operator', id)).data.error).toBe('own_operator_request');
    expect(await available()).toBe(before);
    expect((await pass('operator2', id)).data).toMatchObject({ status: 'pass', pending_change: null });
    expect(await available()).toBeGreaterThan(before);
    expect(await asked(id)).toMatchObject([{ act: 'deposit_reviews.pass', status: 'pass' }]);
  });

  it('can be confirmed among the requests, but not by the operator who asked', async () => {
    const [id, before] = [await deposit(LIMIT + 1n), await available()];
    const request = (await pass('operator', id)).data.pending_change ?? '';
    expect((await approve('operator', request)).data.error).toBe('own_operator_request');
    expect(await available()).toBe(before);
    expect((await approve('operator2', request)).data).toMatchObject({ status: 'pass' });
    expect(await available()).toBeGreaterThan(before);
    expect((await approve('operator2', request)).status).toBe(409);
    expect(await findViolations(at.world.db)).toEqual([]);
  });

  it('needs the permission of the act, too', async () => {
    const id = await deposit(LIMIT + 1n);
    const request = (await pass('operator', id)).data.pending_change ?? '';
    const owner = kysely().selectFrom('roles').where('name', '=', 'Owner').select('id');
    const roles = await owner.where('merchant_id', '=', (await asked(id))[0]?.merchant_id ?? '').execute();
    expect(roles).toHaveLength(1);
    const answer = await send('demo', 'POST', `operator-requests/${request}/approve`, PROOF);
    expect(answer.status).toBe(403);
  });

  it('counts what the operator has decided alone about the merchant in a day', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect((await pass('operator', await deposit(LIMIT))).data.status).toBe('pass');
    }
    const sixth = await deposit(LIMIT);
    expect((await pass('operator', sixth)).data).toMatchObject({ status: 'pending_payment' });
    expect((await pass('operator2', sixth)).data.status).toBe('pass');
  });

  it('is void once the record is decided otherwise', async () => {
    const id = await deposit(LIMIT + 1n);
    const request = (await pass('operator', id)).data.pending_change ?? '';
    await send('operator2', 'POST', `deposit-reviews/${id}/reject`, { reject_reason: 'Nothing has arrived' });
    expect(await asked(id)).toMatchObject([{ status: 'cancelled' }]);
    expect((await approve('operator2', request)).status).toBe(409);
  });

  it('can be rejected by the second operator and cancelled by the first', async () => {
    const [one, other] = [await deposit(LIMIT + 1n), await deposit(LIMIT + 1n)];
    const [rejected, cancelled] = [(await pass('operator', one)).data, (await pass('operator', other)).data];
    const reason = { reject_reason: 'Not on the statement' };
    expect((await send('operator', 'POST', `operator-requests/${rejected.pending_change}/reject`, reason)).status).toBe(
      403,
    );
    expect(
      (await send('operator2', 'POST', `operator-requests/${rejected.pending_change}/reject`, reason)).status,
    ).toBe(200);
    expect((await send('operator2', 'POST', `operator-requests/${cancelled.pending_change}/cancel`, {})).status).toBe(
      403,
    );
    expect((await send('operator', 'POST', `operator-requests/${cancelled.pending_change}/cancel`, {})).status).toBe(
      200,
    );
    // Both may ask again.
    expect((await pass('operator', one)).data.pending_change).toEqual(expect.any(String));
  });

  it('holds for each step of a withdrawal', async () => {
    const bankcard_id = await usableCard();
    const request = async () =>
      (await send('demo', 'POST', 'withdrawals', { bankcard_id, amount: (LIMIT + 1n).toString(), ...PROOF })).data.id ??
      '';
    const decide = (user: string, id: string, act: string, body: object = PROOF) =>
      send(user, 'POST', `withdrawal-reviews/${id}/${act}`, body);
    const id = await request();
    expect((await decide('operator', id, 'approve')).data.status).toBe('pending');
    expect((await decide('operator2', id, 'approve')).data.status).toBe('processing');
    expect((await decide('operator2', id, 'succeed')).data.status).toBe('processing');
    const reason = { ...PROOF, reject_reason: 'The bank has returned it' };
    // Another act on the same record must wait until the first is decided.
    expect((await decide('operator', id, 'fail', reason)).data.error).toBe('operator_request_open');
    expect((await decide('operator', id, 'succeed')).data.status).toBe('success');
    const returned = await request();
    await decide('operator', returned, 'approve');
    await decide('operator2', returned, 'approve');
    expect((await decide('operator', returned, 'fail', reason)).data.status).toBe('processing');
    expect((await decide('operator2', returned, 'fail', reason)).data.status).toBe('failed');
    expect(await findViolations(at.world.db)).toEqual([]);
  });

  it('counts a withdrawal that one operator sent and then marked as returned', async () => {
    const bankcard_id = await usableCard();
    const asked_for = { bankcard_id, amount: LIMIT.toString(), ...PROOF };
    const decide = (id: string, act: string, body: object = PROOF) =>
      send('operator', 'POST', `withdrawal-reviews/${id}/${act}`, body);
    const sent = async () => {
      const { id = '' } = (await send('demo', 'POST', 'withdrawals', asked_for)).data;
      return { ...(await decide(id, 'approve')).data, id };
    };
    const reason = { ...PROOF, reject_reason: 'The bank has returned it' };
    let [returned, one] = [0, await sent()];
    while (one.status === 'processing' && returned < 10) {
      if ((await decide(one.id, 'fail', reason)).data.status !== 'failed') break;
      returned += 1;
      one = await sent();
    }
    expect(returned).toBe(5);
    expect(one.pending_change).toEqual(expect.any(String));
  });

  it('counts the withdrawals of another operator that one marked alone, each once', async () => {
    const bankcard_id = await usableCard();
    const decide = async (user: string, id: string, act: string, body: object = PROOF) =>
      (await send(user, 'POST', `withdrawal-reviews/${id}/${act}`, body)).data;
    const sent: string[] = [];
    for (let time = 0; time < 6; time += 1) {
      const { data } = await send('demo', 'POST', 'withdrawals', { bankcard_id, amount: LIMIT.toString(), ...PROOF });
      sent.push(data.id ?? '');
      await decide('operator', data.id ?? '', 'approve');
    }
    await decide('operator2', sent.at(-1) ?? '', 'approve');
    const marked = [];
    for (const id of sent.slice(0, 4)) marked.push((await decide('operator2', id, 'succeed')).status);
    // The one that this operator approved counts, too.
    expect(marked).toEqual(['success', 'success', 'success', 'success']);
    const reason = { ...PROOF, reject_reason: 'The bank has returned it' };
    expect((await decide('operator2', sent[4] ?? '', 'fail', reason)).pending_change).toEqual(expect.any(String));
    // Its own mark adds nothing to what was approved.
    expect((await decide('operator2', sent[5] ?? '', 'succeed')).status).toBe('success');
  });

  it('is done once if two operators confirm it at the same moment', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => deposit(LIMIT + 1n)));
    const before = await available();
    const all = await Promise.all(ids.flatMap((id) => ['operator', 'operator2'].map((user) => pass(user, id))));
    expect(all.filter(({ data }) => data.status === 'pass')).toHaveLength(8);
    const credited = await kysely()
      .selectFrom('deposits')
      .where('id', 'in', ids)
      .select((eb) => eb.fn.sum<string>('arrival_amount').as('sum'))
      .executeTakeFirstOrThrow();
    expect(await available()).toBe(before + BigInt(credited.sum));
    expect(await findViolations(at.world.db)).toEqual([]);
  });

  it('needs a second operator as long as there ever was one', async () => {
    const disabled = kysely().updateTable('users').where('username', '=', 'operator2');
    await disabled.set({ status: 'disabled' }).execute();
    const id = await deposit(LIMIT + 1n);
    expect((await pass('operator', id)).data.status).toBe('pending_payment');
    await disabled.set({ status: 'enabled' }).execute();
  });

  describe('on settings', () => {
    const settings = async () =>
      kysely()
        .selectFrom('merchants')
        .where('merchant_id', '=', at.merchantId)
        .select(['approval_threshold', 'card_cooling_hours', 'people_waiting_hours', 'strict_checkers', 'remark'])
        .executeTakeFirstOrThrow();
    const change = (user: string, values: object) => send(user, 'PUT', `merchants/${at.merchantId}`, values);

    it.each([
      [{ approval_threshold: (LIMIT * 10n).toString() }],
      [{ card_cooling_hours: 0 }],
      [{ people_waiting_hours: 0 }],
      [{ daily_total: '900000000000' }],
      [{ sum_window_hours: 1 }],
    ])('waits for %j, of which the merchant is told when it is done', async (wanted) => {
      await kysely()
        .updateTable('merchants')
        .set({ daily_total: 1_000n })
        .where('merchant_id', '=', at.merchantId)
        .execute();
      await kysely().deleteFrom('notifications').where('kind', '=', 'settings_changed').execute();
      const before = await settings();
      expect((await change('operator', wanted)).data.pending_change).toEqual(expect.any(String));
      expect(await settings()).toEqual(before);
      await at.world.confirmAsSecond();
      const { rows } = {
        rows: await kysely().selectFrom('notifications').where('kind', '=', 'settings_changed').selectAll().execute(),
      };
      const [source = ''] = Object.keys(wanted);
      expect(rows.every(({ merchant_id }) => merchant_id === at.merchantId)).toBe(true);
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows[0]?.data)).toContain(source);
    });

    it('shows the second operator all that waits, not only what asks for one', async () => {
      const own = kysely().updateTable('merchants').where('merchant_id', '=', at.merchantId);
      await own.set({ card_cooling_hours: 24 }).execute();
      const before = await settings();
      const wanted = { card_cooling_hours: 1, remark: 'Seasonal', approval_threshold: '2' };
      expect((await change('operator', wanted)).data.pending_change).toEqual(expect.any(String));
      const request = (await asked(at.merchantId)).at(-1);
      expect(request).toMatchObject({ wanted, after: wanted });
      expect(request?.before).toMatchObject({ card_cooling_hours: before.card_cooling_hours, remark: before.remark });
      await at.world.confirmAsSecond();
      expect(await settings()).toMatchObject({ ...wanted, approval_threshold: 2n });
    });

    it('waits for a daily total above the limit, whatever the merchant had before', async () => {
      const own = kysely().updateTable('merchants').where('merchant_id', '=', at.merchantId);
      await own.set({ daily_total: null, approval_threshold: LIMIT }).execute();
      const most = (LIMIT * 5n).toString();
      expect((await change('operator', { daily_total: most })).data.pending_change ?? null).toBeNull();
      const more = (LIMIT * 5n + 1n).toString();
      expect((await change('operator', { daily_total: more })).data.pending_change).toEqual(expect.any(String));
      await at.world.confirmAsSecond();
      const merchant = kysely().selectFrom('merchants').where('merchant_id', '=', at.merchantId);
      expect(await merchant.select('daily_total').execute()).toEqual([{ daily_total: LIMIT * 5n + 1n }]);
    });

    it('is done by one operator if it narrows', async () => {
      for (const wanted of [{ card_cooling_hours: 72 }, { strict_checkers: true }, { approval_threshold: '1' }]) {
        const { data } = await change('operator', wanted);
        expect([wanted, data.pending_change ?? null]).toEqual([wanted, null]);
      }
      expect(await settings()).toMatchObject({ card_cooling_hours: 72, strict_checkers: true, approval_threshold: 1n });
      expect((await change('operator', { strict_checkers: false })).data.pending_change).toEqual(expect.any(String));
    });

    it('holds for rates and for the limit itself, but lets one operator close a channel', async () => {
      const rates = kysely()
        .selectFrom('channels')
        .where('merchant_id', '=', at.merchantId)
        .where('status', '=', 'enabled');
      const rate = await rates.select(['id', 'rate_bps']).executeTakeFirstOrThrow();
      const edit = (values: object) => send('operator', 'PUT', `merchant-rates/${rate.id}`, values);
      expect((await edit({ rate_bps: 0 })).data.pending_change).toEqual(expect.any(String));
      const limit = await kysely()
        .selectFrom('platform_limits')
        .where('currency', '=', 'CNY')
        .selectAll()
        .executeTakeFirstOrThrow();
      const raised = await send('operator', 'PUT', `platform-limits/${limit.id}`, { amount: '999999999999' });
      expect(raised.data.pending_change).toEqual(expect.any(String));
      const kept = await kysely()
        .selectFrom('platform_limits')
        .where('currency', '=', 'CNY')
        .select('amount')
        .executeTakeFirstOrThrow();
      expect(kept.amount).toBe(LIMIT);
      await kysely().deleteFrom('operator_requests').where('status', '=', 'pending').execute();
      expect((await edit({ status: 'disabled' })).data).toMatchObject({ status: 'disabled' });
      expect((await edit({ status: 'enabled' })).data.pending_change).toEqual(expect.any(String));
    });
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findViolations } from '#server/ledger/invariants.ts';
import { LIMIT, openedOperators } from './operatorWorld.ts';

const operatorSchema = z.object({ merchant_id: z.string(), id: z.string() });

describe('an act of two operators whom an invitation or a reset joins', () => {
  const at = openedOperators();
  const { kysely, send, available, deposit, pass, approve, asked } = at;
  /** Lets the first operator have invited the second one now, or reset the sign-in; neither if null. */
  async function joined(edge: 'invited' | 'reset' | null) {
    const operators = await kysely()
      .selectFrom('users')
      .where('username', 'in', ['operator', 'operator2'])
      .orderBy('username')
      .select(['merchant_id', 'id'])
      .execute();
    const [one, two] = z.tuple([operatorSchema, operatorSchema]).parse(operators);
    const since = at.world.clock.now();
    const invited = edge === 'invited' ? { invited_by: one.id, invited_at: since } : { invited_by: null };
    await kysely().updateTable('users').set(invited).where('id', '=', two.id).execute();
    await kysely().deleteFrom('sign_in_resets').execute();
    if (edge === 'reset') {
      const row = { merchant_id: two.merchant_id, user_id: two.id, reset_by: one.id, reset_at: since };
      await kysely().insertInto('sign_in_resets').values(row).execute();
    }
    return since;
  }

  const strict = (strict_checkers: boolean) =>
    kysely().updateTable('merchants').set({ strict_checkers }).where('type', '=', 'platform').execute();
  /** A third operator who may decide, or may no longer. */
  async function third(status: 'enabled' | 'disabled') {
    const id = '01990000-0000-7000-8000-0000000000f3';
    const { merchant_id } = await kysely()
      .selectFrom('users')
      .where('username', '=', 'operator')
      .select('merchant_id')
      .executeTakeFirstOrThrow();
    const long = new Date(0);
    const row = { merchant_id, id, username: 'operator3', real_name: 'Third', status };
    await kysely()
      .insertInto('users')
      .values({ ...row, created_at: long, updated_at: long })
      .onConflict((oc) => oc.columns(['merchant_id', 'id']).doUpdateSet({ status }))
      .execute();
    const role = kysely().selectFrom('roles').where('merchant_id', '=', merchant_id).where('is_owner', '=', true);
    const role_id = (await role.select('id').executeTakeFirstOrThrow()).id;
    const key = { merchant_id, user_id: id };
    await kysely().insertInto('user_roles').values({ ...key, role_id }).onConflict((oc) => oc.doNothing()).execute(); // prettier-ignore
    await kysely()
      .insertInto('user_powers')
      .values({ ...key, power: 'decide', gained_at: long, usable_at: long })
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
  const seen = (id: string) => send('operator2', 'GET', `operator-requests/${id}`);

  it.each(['invited', 'reset'] as const)('is refused while another operator may decide: %s', async (edge) => {
    await joined(edge);
    await third('enabled');
    const [id, before] = [await deposit(LIMIT + 1n), await available()];
    const request = (await pass('operator', id)).data.pending_change ?? '';
    for (const refused of [await approve('operator2', request), await pass('operator2', id)]) {
      expect([refused.status, refused.data.error]).toEqual([403, 'checker_related']);
    }
    expect(await available()).toBe(before);
    const { data } = await seen(request);
    expect(data).toMatchObject({ may_approve: false, deciders: 'Third' });
    expect(data['decision_hint']).toContain('Third');
  });

  it('is marked on the request and in the log if nobody else may, unless the platform forbids it', async () => {
    const since = await joined('invited');
    await third('disabled');
    const [id, before] = [await deposit(LIMIT + 1n), await available()];
    const request = (await pass('operator', id)).data.pending_change ?? '';
    await strict(true);
    expect((await approve('operator2', request)).data.error).toBe('checker_strict');
    expect(await available()).toBe(before);
    await strict(false);
    expect((await seen(request)).data).toMatchObject({ may_approve: true });
    const mark = { checker_relation: 'maker_invited', checker_related_at: since.toISOString() };
    expect((await approve('operator2', request)).data).toMatchObject({ status: 'pass', ...mark });
    expect(await available()).toBeGreaterThan(before);
    const logged = await kysely()
      .selectFrom('audit_logs')
      .where('record_id', '=', request)
      .where('action', '=', 'operator_requests.approve')
      .select('after')
      .executeTakeFirstOrThrow();
    expect(logged.after).toMatchObject({ status: 'pass', ...mark });
  });

  it('bears no mark once nothing joins them', async () => {
    await joined(null);
    const id = await deposit(LIMIT + 1n);
    await pass('operator', id);
    expect((await pass('operator2', id)).data.status).toBe('pass');
    expect(await asked(id)).toMatchObject([{ status: 'pass', checker_relation: null }]);
    expect(await findViolations(at.world.db)).toEqual([]);
  });
});

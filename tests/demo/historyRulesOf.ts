import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertPower } from '#server/access/powers.ts';
import type { Database } from '#server/db/schema.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { limitOf } from '#server/modules/operatorRequests/service.ts';
import { areAboveDefaults, defaultLimits, madeAlone } from '#server/modules/signingKeys/keyTerms.ts';
import { LONGEST_HOURS } from '#server/money/approvals.ts';
import { assertChecker } from '#server/money/checkers.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import { USUAL_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';
import { decidedByOperators, type Outgoing, outgoingOf, replay } from './historyReplay.ts';
import { seededDatabase, seedOptions } from './seededDatabase.ts';

/** Permission to request a record of each table, and to approve one. */
const RIGHTS = {
  payment_requests: ['payment_requests.create', 'payment_requests.approve'],
  batch_transfers: ['batch_transfers.create', 'batch_transfers.submit'],
  refunds: ['orders.refund', 'refunds.approve'],
  withdrawals: ['withdrawals.create', null],
  deposits: ['deposits.create', null],
} as const;

/** Tests that the history of each demo obeys the rules, with other people's names, amounts and times for each seed. */
export function historyRulesOf(demos: readonly { seed: number; orders: number }[]): void {
  describe.each(demos)('the history of a demo of $orders orders obeys the rules of who may move money', (demo) => {
    let database: TestDatabase<Database>;
    let outgoing: Outgoing[];
    const { now } = seedOptions();

    beforeAll(async () => {
      database = await seededDatabase(USUAL_DATABASE, demo);
      outgoing = await outgoingOf(database.db.kysely);
    });
    afterAll(() => database.remove());

    async function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
      return (await query.execute(database.db.kysely)).rows;
    }
    const shops = () => database.db.kysely.selectFrom('merchants').where('type', '=', 'merchant').selectAll().execute();
    const may = (userId: string, permission: string) =>
      rows(sql`select from user_roles ur join roles r on r.merchant_id = ur.merchant_id and r.id = ur.role_id
      where ur.user_id = ${userId} and (r.is_owner or exists (select from role_permissions g
        where g.merchant_id = r.merchant_id and g.role_id = r.id and g.permission = ${permission}))`);

    it('in what passed without approval, by sums, and in who approved the rest', async () => {
      const { asked, passed } = await replay(database.db.kysely, outgoing);
      expect(passed.length).toBeGreaterThan(demo.orders / 20);
      expect(asked.length).toBeGreaterThan(2);
      for (const { rule, stored, no } of asked) expect([no, rule]).toEqual([no, stored]);
      // The rules go on counting from here.
      const recent = passed.filter(
        ({ at, failed }) => !failed && at.getTime() > now.getTime() - LONGEST_HOURS * 3_600_000,
      );
      const counted = await rows(sql<{ record_id: string }>`select record_id from unapproved_outflows`);
      expect(counted.map(({ record_id }) => record_id).toSorted()).toEqual(recent.map(({ id }) => id).toSorted());
    });

    it('in the approvers, who may approve and are others', async () => {
      for (const { merchantId, makerId, approverId, no, table, at } of outgoing) {
        if (approverId === null) continue;
        const permission = RIGHTS[table][1];
        expect([no, (await may(approverId, permission)).length]).toEqual([no, 1]);
        const checker = { merchantId, userId: approverId };
        expect(await assertChecker(database.db.kysely, { merchantId, makerId, checker, permission, at })).toBeNull();
      }
    });

    it.each(Object.entries(RIGHTS))('in the users who request %s', async (table, [permission]) => {
      const made = await rows(sql<{ merchant_id: string; creator_id: string; at: Date }>`
      select merchant_id, creator_id, min(created_at) as at from ${sql.table(table)}
      where creator_id is not null group by merchant_id, creator_id`);
      expect(made.length).toBeGreaterThan(0);
      for (const { merchant_id: merchantId, creator_id: userId, at } of made) {
        expect([table, userId, (await may(userId, permission)).length]).toEqual([table, userId, 1]);
        if (table !== 'deposits') await assertPower(database.db.kysely, { merchantId, userId }, 'pay', at);
      }
    });

    it('in the operators, two of whom decide above the platform’s limit', async () => {
      const decided = await decidedByOperators(database.db.kysely);
      expect(decided.length).toBeGreaterThan(10);
      expect(decided.filter(({ needsSecond, first }) => needsSecond && first === null)).toEqual([]);
      const confirmed = await rows(sql<{ creator_id: string; approver_id: string; act: string; decided_at: Date }>`
      select creator_id, approver_id, act, decided_at from operator_requests where status = 'pass'`);
      expect(confirmed.length).toBeGreaterThan(0);
      for (const { creator_id: makerId, approver_id: userId, act: permission, decided_at: at } of confirmed) {
        const decision = { merchantId: PLATFORM_ID, makerId, permission, at };
        const checker = { merchantId: PLATFORM_ID, userId };
        expect(await assertChecker(database.db.kysely, { ...decision, checker })).toBeNull();
      }
      for (const { currency, approval_threshold } of await shops()) {
        expect(await limitOf(database.db.kysely, currency)).toBeGreaterThanOrEqual(approval_threshold);
      }
      const unequal = rows(sql`select from adjustments where creator_id = approver_id`);
      expect(await unequal).toEqual([]);
    });

    it('in the signing keys, which have limits that one person may give', async () => {
      for (const { merchant_id: merchantId, suspended_at } of await shops()) {
        if (suspended_at !== null) continue;
        const tenant = await tenantSettings(database.db.kysely, merchantId);
        const { kysely } = database.db;
        const defaults = await kysely
          .selectFrom('merchant_keys')
          .where('merchant_id', '=', merchantId)
          .selectAll()
          .execute();
        const keys = await kysely
          .selectFrom('signing_keys')
          .where('merchant_id', '=', merchantId)
          .selectAll()
          .execute();
        for (const key of [...defaults, ...keys.filter(({ may_pay }) => may_pay)]) {
          expect([key.id, areAboveDefaults(key, tenant)]).toEqual([key.id, false]);
          expect(key.creator_id === null || key.creator_id !== key.approver_id).toBe(true);
        }
        for (const userId of new Set(keys.flatMap(({ creator_id }) => creator_id ?? []))) {
          expect(madeAlone(keys, userId, now)).toBeLessThanOrEqual(defaultLimits(tenant).per_day_limit);
          expect((await may(userId, 'base_info.regenerate_key')).length).toBe(1);
        }
      }
    });

    it('in the accounts, which are paid when they have waited', async () => {
      const early = await rows(sql`
      select r.request_no from payment_requests r join payees p on p.merchant_id = r.merchant_id and p.id = r.payee_id
        where p.usable_at > r.created_at
      union all select w.withdrawal_no from withdrawals w
        join bankcards c on c.merchant_id = w.merchant_id and c.id = w.bankcard_id where c.usable_at > w.created_at`);
      expect(early).toEqual([]);
    });
  });
}

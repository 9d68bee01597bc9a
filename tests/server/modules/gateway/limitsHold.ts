import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findViolations, type Violation } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import type { Answer } from './gatewayWorld.ts';
import { type KeyLimitsWorld, keyLimitsWorld, type TestKey } from './keyLimitsWorld.ts';

const [PER_CALL, PER_DAY] = [50_000n, 120_000n];
const DAY = 24 * 3600;

const limitSchema = z.object({
  error: z.literal('key_limit'),
  key_limit: z.object({ rule: z.string(), limit: z.string(), left: z.string() }),
});

/** The limit that a rejection names. */
function limitOf({ status, data }: Answer) {
  return { status, ...limitSchema.parse(data).key_limit };
}

/** Tests that no limit is exceeded in `numRuns` sequences of calls of several keys, nor by calls at the same time. */
export function limitsHold(numRuns: number): void {
  describe('the limits of keys', () => {
    let world: KeyLimitsWorld;
    let key: TestKey;
    beforeAll(async () => {
      world = await keyLimitsWorld(USUAL_DATABASE);
    });
    afterAll(() => world.close());
    beforeEach(async () => {
      await world.over('refuse');
      await world.noKeys();
      key = await world.newKey(PER_CALL, PER_DAY);
    });

    /** Pays like a client: a call that has waited too long for a lock is answered by 503, and sent again with its number. */
    const pay = async (amount: bigint, no = world.newNo('P')): Promise<Answer> => {
      const answer = await world.payout(key, amount, no);
      return answer.status === 503 ? pay(amount, no) : answer;
    };
    const sound = async () => {
      const all: Violation[] = [...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))];
      // The funds are booked without an adjustment.
      expect(all.filter(({ rule }) => !rule.includes('manual_adjustment'))).toEqual([]);
    };

    it('are never exceeded without approval, whatever several keys ask for and whatever fails', async () => {
      const step = fc.oneof(
        {
          weight: 6,
          arbitrary: fc.record({ pay: fc.constantFrom(10_000n, 30_013n, PER_CALL, PER_CALL + 1n), by: fc.nat(1) }),
        },
        { weight: 1, arbitrary: fc.record({ wait: fc.constantFrom(3600, 9 * 3600, DAY) }) },
        { weight: 1, arbitrary: fc.record({ decide: fc.constantFrom('approve' as const, 'reject' as const) }) },
        { weight: 1, arbitrary: fc.constant({ settle: true as const }) },
      );
      let [passed, stopped] = [0, 0];
      await fc.assert(
        fc.asyncProperty(
          // Without a least length, fast-check draws mostly short arrays, some runs of which stop no call.
          fc.array(step, { minLength: 12, maxLength: 25, size: 'max' }),
          fc.constantFrom('refuse' as const, 'approve' as const),
          async (steps, over) => {
            await world.over(over);
            await world.noKeys();
            // Sessions end while time passes.
            const decide = async (no: string, verb: 'approve' | 'reject') => {
              const { login_token: token } = await world.signIn('demo');
              return world.decide(token, 'payment-requests', (await world.requestOf(no)).id, verb);
            };
            const keys = [await world.newKey(PER_CALL, PER_DAY), await world.newKey(PER_CALL, PER_DAY)];
            /** What each key got through without approval, unless it has failed. */
            const through: { by: number; amount: bigint; at: number }[] = [];
            let waiting: string[] = [];
            const now = () => world.clock.now().getTime();
            const spent = (by: number) =>
              through
                .filter((one) => one.by === by && one.at > now() - DAY * 1000)
                .reduce((sum, { amount }) => sum + amount, 0n);
            for (const one of steps) {
              if ('pay' in one) {
                const signer = keys[one.by];
                if (!signer) throw new Error('unreachable');
                const fits = one.pay <= PER_CALL && spent(one.by) + one.pay <= PER_DAY;
                const no = world.newNo('P');
                const answer = await world.payout(signer, one.pay, no);
                const expected = fits ? 'pending' : over === 'approve' ? 'pending_approval' : undefined;
                expect({ ...one, status: answer.data['status'] }).toEqual({ ...one, status: expected });
                if (fits) through.push({ by: one.by, amount: one.pay, at: now() });
                else if (over === 'approve') waiting.push(no);
                if (fits) passed += 1;
                else stopped += 1;
              } else if ('wait' in one) world.clock.advance(one.wait);
              else if ('decide' in one) {
                const [first, ...others] = waiting;
                waiting = others;
                if (first !== undefined) {
                  expect((await decide(first, one.decide)).status).toBe(200);
                }
              } else {
                await world.settle();
                for (const failed of through.filter(({ amount }) => amount === 30_013n))
                  through.splice(through.indexOf(failed), 1);
              }
            }
            for (const no of waiting) await decide(no, 'reject');
            await world.settle();
            for (const one of keys) {
              const rows = await world.db.kysely
                .selectFrom('unapproved_outflows')
                .where('maker_id', '=', one.id)
                .selectAll()
                .execute();
              for (const { at } of rows) {
                const within = rows.filter((row) => row.at <= at && row.at.getTime() > at.getTime() - DAY * 1000);
                expect(within.reduce((sum, { amount }) => sum + amount, 0n) <= PER_DAY).toBe(true);
              }
              expect(rows.every(({ amount }) => amount <= PER_CALL)).toBe(true);
            }
          },
        ),
        { numRuns },
      );
      expect(passed).toBeGreaterThan(10);
      expect(stopped).toBeGreaterThan(5);
      await sound();
    });

    it('hold for 64 concurrent calls', async () => {
      const answers = await Promise.all(Array.from({ length: 64 }, () => pay(10_000n)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
      expect(new Set(answers.filter(({ status }) => status !== 201).map((one) => limitOf(one).left))).toEqual(
        new Set(['0']),
      );
      await world.over('approve');
      const no = world.newNo('P');
      const same = await Promise.all(Array.from({ length: 16 }, () => pay(10_000n, no)));
      expect(same.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(new Set(same.map(({ data }) => data['order_no'])).size).toBe(1);
      await sound();
    });
  });
}

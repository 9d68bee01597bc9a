import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayPasswords } from '#server/credentials/checkOwnPassword.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { TooManyRequestsError } from '#server/errors.ts';
import { type AttemptCounter, recordFailure, recordSuccess } from '#server/limits/attempts.ts';
import { childProcess } from '#tests/support/childProcess.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

/** `PARALLEL_RIGHT=2000` sends as many attempts as an impatient script would. */
const RIGHT = Number(process.env['PARALLEL_RIGHT'] ?? 40);
const MAX_FAILURES = 5;
const COUNTER: AttemptCounter = { table: 'pay_password_attempts', maxFailures: MAX_FAILURES };

describe('concurrent attempts', () => {
  let world: World;
  let user: { merchantId: string; userId: string };
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    user = await world.db.kysely
      .selectFrom('users')
      .where('username', '=', 'demo')
      .select(['merchant_id as merchantId', 'id as userId'])
      .executeTakeFirstOrThrow();
  });
  afterAll(() => world.close());

  const forget = () => world.db.kysely.deleteFrom('pay_password_attempts').execute();

  /** Makes an attempt as on one of several servers, which don't wait for each other. */
  async function attempt(isRight: boolean): Promise<'passed' | 'wrong' | 'locked'> {
    if (isRight) {
      return (await recordSuccess(world.db, COUNTER, user, world.clock.now())) ? 'passed' : 'locked';
    }
    const { failures } = await recordFailure(world.db, COUNTER, user, world.clock.now());
    return failures < MAX_FAILURES ? 'wrong' : 'locked';
  }

  it('never lock a user with fewer than five failures, and let nothing through after five', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 24 }), async (rights) => {
        await forget();
        const answers = await Promise.all(rights.map(attempt));
        const count = (answer: string) => answers.filter((one) => one === answer).length;
        const wrongs = rights.filter((isRight) => !isRight).length;
        if (wrongs < MAX_FAILURES) expect(count('locked')).toBe(0);
        if (wrongs === rights.length) expect(count('wrong')).toBe(Math.min(wrongs, MAX_FAILURES - 1));
        // At most four wrong ones are between two right ones, because the fifth locks.
        expect(count('wrong')).toBeLessThanOrEqual((MAX_FAILURES - 1) * (count('passed') + 1));
        const isLocked = count('locked') > 0;
        expect(await attempt(true)).toBe(isLocked ? 'locked' : 'passed');
      }),
      { numRuns: 35 },
    );
  });

  it(`with the right payment password, ${RIGHT} of them, never see a lock`, async () => {
    await forget();
    const payPasswords = createPayPasswords(world);
    const check = () => payPasswords.check(user.merchantId, user.userId, DEMO_PAY_PASSWORD);
    const checks = await Promise.allSettled(Array.from({ length: RIGHT }, check));
    const refused = checks.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    const passed = RIGHT - refused.length;
    const mustWait = refused.filter((error) => error instanceof TooManyRequestsError).length;
    if (process.env['PARALLEL_RIGHT'] !== undefined) {
      process.stdout.write(
        `${USUAL_DATABASE}: ${passed} passed, ${mustWait} to try again, ${RIGHT - passed - mustWait} locked\n`,
      );
    }
    expect(refused.filter((error) => !(error instanceof TooManyRequestsError))).toEqual([]);
    expect(passed).toBeGreaterThan(0);
    await check();
  }, 120_000);

  it('of a process that is killed during them leave nothing behind', async () => {
    if (world.databaseUrl === null) return;
    await forget();
    const program = 'tests/server/limits/diesWhileChecking.ts';
    const child = childProcess(program, [world.databaseUrl, user.merchantId, user.userId]);
    expect(await child.line()).toBe('checking');
    await child.kill();
    const payPasswords = createPayPasswords(world);
    await payPasswords.check(user.merchantId, user.userId, DEMO_PAY_PASSWORD);
    await expect(payPasswords.check(user.merchantId, user.userId, '000000')).rejects.toMatchObject({
      fields: { pay_password: { key: 'pay_password_wrong', args: { left: 4 } } },
    });
  });
});

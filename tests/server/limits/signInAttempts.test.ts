import { randomUUID } from 'node:crypto';
import { addSeconds } from 'date-fns/addSeconds';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Attempt,
  forgetFailures,
  forgetOldFailures,
  readStandings,
  recordAttempt,
  SIGN_IN_LIMITS,
} from '#server/limits/signInAttempts.ts';
import type { Database } from '#server/db/schema.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { type TestDatabase, USUAL_DATABASE } from '#tests/support/testDatabase.ts';

const START = new Date('2026-11-20T04:00:00.000Z');
const HOUR = 3600;
const { origin: OF_ORIGIN, username: OF_USERNAME, network: OF_NETWORK } = SIGN_IN_LIMITS;

describe('failed sign-ins', () => {
  let database: TestDatabase<Database>;
  beforeAll(async () => {
    database = await migratedDatabase(USUAL_DATABASE);
  });
  afterAll(() => database.remove());

  /** An attempt with a username that no other test uses. */
  const someone = (change: Partial<Attempt> = {}): Attempt => ({
    username: `user ${randomUUID()}`,
    network: `net ${randomUUID()}`,
    device: null,
    isKnown: false,
    ...change,
  });
  const from = (attempt: Attempt, network: number): Attempt => ({
    ...attempt,
    network: `${attempt.network} ${network}`,
  });
  const standing = async (attempt: Attempt, at: Date) => (await readStandings(database.db, attempt, at))(attempt);
  const fail = (attempt: Attempt, at: Date) => recordAttempt(database.db, attempt, 'failure', at);
  const succeed = (attempt: Attempt, at: Date) => recordAttempt(database.db, attempt, 'success', at);

  /** Fails as often as given, as fast as the waits allow. @returns the time afterwards */
  async function failTimes(attempt: Attempt, times: number, at = START): Promise<Date> {
    let now = at;
    for (let made = 0; made < times; made += 1) {
      now = addSeconds(now, (await standing(attempt, now)).waitSeconds);
      await fail(attempt, now);
    }
    return now;
  }

  it('make the next attempts wait, twice as long each time, up to a minute', async () => {
    const attempt = someone();
    const waits: number[] = [];
    let now = START;
    for (let failures = 0; failures < 12; failures += 1) {
      const { waitSeconds } = await standing(attempt, now);
      waits.push(waitSeconds);
      now = addSeconds(now, waitSeconds);
      await fail(attempt, now);
    }
    expect(waits).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
    expect((await standing(attempt, addSeconds(now, 59))).waitSeconds).toBe(1);
    expect((await standing(attempt, addSeconds(now, 60))).waitSeconds).toBe(0);
    // Elsewhere nobody waits.
    expect((await standing(from(attempt, 1), now)).waitSeconds).toBe(0);
  });

  it('lock their origin for half an hour, and not the username elsewhere', async () => {
    const attempt = someone();
    const now = await failTimes(attempt, OF_ORIGIN.most - 1);
    expect(await standing(attempt, now)).toMatchObject({ isLocked: false });
    const until = addSeconds(now, HOUR / 2);
    expect(await fail(attempt, now)).toEqual({ isLocked: false, failures: 10, newLocks: [{ scope: 'origin', until }] });
    expect(await fail(attempt, now)).toEqual({ isLocked: true, failures: 10, newLocks: [] });
    expect(await succeed(attempt, addSeconds(until, -1))).toMatchObject({ isLocked: true });
    expect((await standing(from(attempt, 1), now)).isLocked).toBe(false);
    // However often it is tried there.
    await Promise.all(Array.from({ length: 40 }, () => fail(attempt, now)));
    expect((await standing(from(attempt, 1), now)).isLocked).toBe(false);
    expect(await succeed(attempt, until)).toMatchObject({ isLocked: false, failures: 0 });
    expect((await standing(attempt, until)).waitSeconds).toBe(0);
  });

  it('from several networks lock the username there, and nowhere that its user has signed in before', async () => {
    const attempt = someone();
    for (let network = 0; network < 2; network += 1) await failTimes(from(attempt, network), OF_ORIGIN.most);
    const elsewhere = from(attempt, 9);
    const now = addSeconds(START, 5 * 60);
    expect((await standing(elsewhere, now)).isLocked).toBe(true);
    expect(await succeed(elsewhere, now)).toMatchObject({ isLocked: true });
    expect((await standing({ ...elsewhere, isKnown: true }, now)).isLocked).toBe(false);
    expect(await succeed({ ...elsewhere, isKnown: true }, now)).toMatchObject({ isLocked: false });
    // A known device has its own count at the guesser's network, too.
    const device = { ...from(attempt, 0), device: 'hash', isKnown: true };
    expect(await standing(device, now)).toEqual({ isLocked: false, waitSeconds: 0 });
    const later = await failTimes(device, OF_ORIGIN.most, now);
    expect((await standing(device, later)).isLocked).toBe(true);
  });

  it('with many usernames lock their network, except for users who have signed in from there', async () => {
    const network = `net ${randomUUID()}`;
    for (let user = 0; user < OF_NETWORK.most; user += 1) await fail(someone({ network }), START);
    const next = someone({ network });
    expect((await standing(next, START)).isLocked).toBe(true);
    expect((await standing({ ...next, isKnown: true }, START)).isLocked).toBe(false);
    expect((await standing({ ...next, network: 'another' }, START)).isLocked).toBe(false);
  });

  it('are forgotten by a success where it was made, but not for the network and the username', async () => {
    const attempt = someone();
    for (let own = 0; own < 3; own += 1) {
      await failTimes(from(attempt, own), OF_ORIGIN.most - 1);
      if (own < 2)
        expect(await succeed(from(attempt, own), addSeconds(START, HOUR / 10))).toMatchObject({ isLocked: false });
    }
    expect((await standing(from(attempt, 9), addSeconds(START, HOUR / 10))).isLocked).toBe(true);
  });

  it('with a used code count as neither a failure nor a success', async () => {
    const attempt = someone();
    const now = await failTimes(attempt, OF_ORIGIN.most - 1);
    for (let replays = 0; replays < 12; replays += 1) {
      expect(await recordAttempt(database.db, attempt, 'replay', now)).toMatchObject({ isLocked: false, failures: 9 });
    }
    await fail(attempt, now);
    expect(await recordAttempt(database.db, attempt, 'replay', now)).toMatchObject({ isLocked: true });
  });

  it('are counted in whatever order their times are', async () => {
    const attempt = someone();
    const late = Array.from({ length: 16 }, (_, at) => addSeconds(START, (at * 7) % 16));
    const answers = await Promise.all(late.map((at) => fail(attempt, at)));
    expect(answers.filter(({ isLocked }) => !isLocked)).toHaveLength(OF_ORIGIN.most);
    expect((await standing(attempt, START)).isLocked).toBe(true);
  });

  it('of concurrent attempts, no more than the limit are counted, and none succeeds after it', async () => {
    const attempt = someone();
    const all = Array.from({ length: 60 }, (_, at) =>
      at % 20 === 19 ? succeed(attempt, START) : fail(from(attempt, at % 4), START),
    );
    const answers = await Promise.all(all);
    const checked = answers.filter(({ isLocked }, at) => !isLocked && at % 20 !== 19);
    expect(checked.length).toBeLessThanOrEqual(OF_USERNAME.most);
    expect(await succeed(from(attempt, 77), START)).toMatchObject({ isLocked: true });
  });

  it('from unknown networks are bounded a day, whatever their rhythm', async () => {
    const stepSchedule = fc.array(fc.tuple(fc.nat(4), fc.nat(60)), { minLength: 400, maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(stepSchedule, async (steps) => {
        const attempt = someone();
        let checked = 0;
        let now = START;
        for (const [minutes, network] of steps) {
          now = addSeconds(now, minutes * 60);
          const one = from(attempt, network);
          const { isLocked, waitSeconds } = await standing(one, now);
          if (waitSeconds === 0 && !(await fail(one, now)).isLocked && !isLocked) checked += 1;
        }
        expect(now.getTime()).toBeLessThan(addSeconds(START, 30 * HOUR).getTime());
        // 24 hours after the first failure, the count begins again: at most twice in any 24 hours.
        expect(checked).toBeLessThanOrEqual(2 * OF_USERNAME.mostADay);
        expect(checked).toBeGreaterThan(OF_USERNAME.most);
      }),
      { numRuns: 3 },
    );
  }, 60_000);

  it('end with their lock when an operator unlocks the username', async () => {
    const attempt = someone();
    const now = await failTimes(attempt, OF_ORIGIN.most);
    for (let user = 0; user < OF_NETWORK.most; user += 1) await fail(someone({ network: attempt.network }), now);
    expect((await standing(attempt, now)).isLocked).toBe(true);
    await database.db.transaction((tx) => forgetFailures(tx, attempt.username.toUpperCase()));
    expect(await standing(attempt, now)).toEqual({ isLocked: false, waitSeconds: 0 });
    expect(await succeed(attempt, now)).toMatchObject({ isLocked: false });
  });

  it('written by a clock that ran ahead lock for half an hour at most', async () => {
    const attempt = someone();
    const ahead = addSeconds(START, 365 * 24 * HOUR);
    await failTimes(attempt, OF_ORIGIN.most, ahead);
    expect(await succeed(attempt, START)).toMatchObject({ isLocked: true });
    expect(await succeed(attempt, addSeconds(START, HOUR / 2))).toMatchObject({ isLocked: false });
  });

  it('are deleted when they no longer count', async () => {
    const attempt = someone();
    await fail(attempt, START);
    const rows = () =>
      database.db.kysely.selectFrom('sign_in_failures').where('username', '=', attempt.username).selectAll().execute();
    await forgetOldFailures(database.db, addSeconds(START, 23 * HOUR));
    expect(await rows()).toHaveLength(2);
    await forgetOldFailures(database.db, addSeconds(START, 25 * HOUR));
    expect(await rows()).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { TooManyRequestsError } from '#server/errors.ts';
import { createQueues } from '#server/limits/createQueues.ts';
import { gate } from '#tests/support/gate.ts';

const LONG_MS = 60_000;

describe('a queue', () => {
  it('runs the tasks of a key one after the other in order of arrival, whatever their outcome', async () => {
    const inTurn = createQueues({ waitMs: LONG_MS, busy: 'check_busy' });
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === 'b') throw new Error('broken');
      return name;
    };
    const done = await Promise.allSettled(['a', 'b', 'c'].map((name) => inTurn('one', work(name))));
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it("doesn't delay other keys", async () => {
    const inTurn = createQueues({ waitMs: LONG_MS, busy: 'check_busy' });
    const { opened, open } = gate();
    const held = inTurn('one', () => opened);
    expect(await inTurn('two', async () => 'done')).toBe('done');
    open();
    await held;
  });

  it('runs up to its limit concurrently', async () => {
    const inTurn = createQueues({ atOnce: 2, waitMs: LONG_MS, busy: 'check_busy' });
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 9 }, () => inTurn('one', work)));
    expect([running, most]).toEqual([0, 2]);
  });

  it('rejects tasks that have waited too long without running them, and continues with the others', async () => {
    const inTurn = createQueues({ waitMs: 5, busy: 'check_busy' });
    const { opened, open } = gate();
    const held = inTurn('one', () => opened);
    let wasRun = false;
    const late = inTurn('one', async () => (wasRun = true));
    await expect(late).rejects.toThrow(TooManyRequestsError);
    await expect(late).rejects.toMatchObject({ id: 'check_busy', retryAfterSeconds: 1 });
    open();
    await held;
    expect(await inTurn('one', async () => 'done')).toBe('done');
    expect(wasRun).toBe(false);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idleLimits, idleState } from '#console/shell/idle/createIdleMonitor.ts';

const MINUTE = 60_000;
const limits = idleLimits(15);
const after = (ms: number) => idleState(0, ms, limits);

describe('an idle session', () => {
  it.each([
    [0, { phase: 'active' }],
    [14 * MINUTE - 1, { phase: 'active' }],
    [14 * MINUTE, { phase: 'warned', secondsLeft: 60 }],
    [14 * MINUTE + 1, { phase: 'warned', secondsLeft: 60 }],
    [14 * MINUTE + 30_000, { phase: 'warned', secondsLeft: 30 }],
    [15 * MINUTE - 1, { phase: 'warned', secondsLeft: 1 }],
    [15 * MINUTE, { phase: 'ended' }],
    [8 * 60 * MINUTE, { phase: 'ended' }],
  ])('after %i ms is %o', (ms, state) => {
    expect(after(ms)).toEqual(state);
  });

  it('gets its warning at half of its time if that is less than a minute', () => {
    expect(idleState(0, 29_999, idleLimits(1))).toEqual({ phase: 'active' });
    expect(idleState(0, 30_000, idleLimits(1))).toEqual({ phase: 'warned', secondsLeft: 30 });
  });

  it('never goes back to an earlier state, and its countdown never rises or reaches 0', () => {
    const rank = { active: 0, warned: 1, ended: 2 };
    fc.assert(
      fc.property(
        fc.nat(20 * MINUTE),
        fc.nat(20 * MINUTE),
        fc.integer({ min: 1, max: 1440 }),
        (one, other, minutes) => {
          const [early, late] = [Math.min(one, other), Math.max(one, other)].map((ms) =>
            idleState(0, ms, idleLimits(minutes)),
          );
          if (!early || !late) return;
          expect(rank[early.phase]).toBeLessThanOrEqual(rank[late.phase]);
          if (early.phase === 'warned' && late.phase === 'warned') {
            expect(late.secondsLeft).toBeLessThanOrEqual(early.secondsLeft);
            expect(late.secondsLeft).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});

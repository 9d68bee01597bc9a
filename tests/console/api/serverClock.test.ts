import { describe, expect, it } from 'vitest';
import { createServerClock } from '#console/api/serverClock.ts';
import { TestClock } from '#tests/support/testClock.ts';

const dated = (date: string) => new Headers({ Date: date });

describe("the server's clock", () => {
  it("shows the computer's time until the server has sent a date", () => {
    const own = new TestClock('2026-11-20T04:00:00.000Z');
    const clock = createServerClock(own);
    expect(clock.now()).toEqual(own.now());
    clock.note(new Headers());
    clock.note(dated('some day'));
    expect(clock.now()).toEqual(own.now());
  });

  it.each(['Fri, 20 Nov 2026 01:30:00 GMT', 'Sat, 21 Nov 2026 04:00:00 GMT'])(
    "continues from the server's date: %s",
    (date) => {
      const own = new TestClock('2026-11-20T04:00:00.000Z');
      const clock = createServerClock(own);
      clock.note(dated(date));
      own.advance(90);
      expect(clock.now().getTime()).toBe(Date.parse(date) + 90_000);
    },
  );

  it('ignores a difference of seconds', () => {
    const own = new TestClock('2026-11-20T04:00:00.400Z');
    const clock = createServerClock(own);
    clock.note(dated('Fri, 20 Nov 2026 03:59:53 GMT'));
    expect(clock.now()).toEqual(own.now());
  });

  it("follows when the computer's clock is corrected", () => {
    const own = new TestClock('2026-11-20T09:00:00.000Z');
    const clock = createServerClock(own);
    clock.note(dated('Fri, 20 Nov 2026 04:00:00 GMT'));
    own.advance(-5 * 3600);
    clock.note(dated('Fri, 20 Nov 2026 04:00:01 GMT'));
    expect(clock.now()).toEqual(own.now());
  });
});

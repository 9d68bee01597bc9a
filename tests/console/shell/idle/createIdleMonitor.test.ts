import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActivityRecord, createIdleMonitor, type IdleMonitor } from '#console/shell/idle/createIdleMonitor.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { TestClock } from '#tests/support/testClock.ts';

const MINUTE = 60;
const LIMIT = 15 * MINUTE;

/** A browser whose tabs share local storage, and a server that ends a session without calls. */
function setUp() {
  const clock = new TestClock();
  const { storage } = createMemoryBrowser();
  let lastCallAt = clock.now();
  const openTab = (): IdleMonitor => {
    const monitor = createIdleMonitor({
      minutes: 15,
      clock,
      record: createActivityRecord(storage),
      keepAlive: () => (lastCallAt = clock.now()),
    });
    monitor.begin();
    return monitor;
  };
  return { clock, storage, openTab, serverIdleSeconds: () => (clock.now().getTime() - lastCallAt.getTime()) / 1000 };
}

describe('an idle monitor', () => {
  let world: ReturnType<typeof setUp>;
  let tab: IdleMonitor;
  beforeEach(() => {
    world = setUp();
    tab = world.openTab();
  });

  /** Lets time pass without activity. Each tab checks the time every five seconds. */
  function pass(seconds: number, ...tabs: IdleMonitor[]): void {
    for (let left = seconds; left > 0; left -= 5) {
      world.clock.advance(Math.min(5, left));
      for (const one of [tab, ...tabs]) one.check();
    }
  }

  it('warns, counts down and ends', () => {
    pass(14 * MINUTE);
    expect(tab.get()).toEqual({ phase: 'warned', secondsLeft: 60 });
    pass(59);
    expect(tab.get()).toEqual({ phase: 'warned', secondsLeft: 1 });
    pass(1);
    expect(tab.get()).toEqual({ phase: 'ended' });
  });

  it('withdraws a warning only on request, and then calls the server', () => {
    pass(14 * MINUTE + 10);
    tab.touch();
    expect(tab.get().phase).toBe('warned');
    tab.stay();
    expect(tab.get().phase).toBe('active');
    expect(world.serverIdleSeconds()).toBe(0);
  });

  it('ends the session after a sleep, even if a touch is the first event', () => {
    world.clock.advance(3600);
    tab.touch();
    tab.stay();
    expect(tab.get()).toEqual({ phase: 'ended' });
  });

  it('takes the activity in other tabs into account, and they that in this one', () => {
    const other = world.openTab();
    pass(10 * MINUTE, other);
    other.touch();
    pass(10 * MINUTE, other);
    expect(tab.get().phase).toBe('active');
    pass(4 * MINUTE, other);
    expect([tab.get().phase, other.get().phase]).toEqual(['warned', 'warned']);
    tab.stay();
    other.check();
    expect(other.get().phase).toBe('active');
  });

  it("isn't resumed by a tab that opens after the end", () => {
    world.clock.advance(LIMIT);
    expect(world.openTab().get().phase).toBe('ended');
  });

  it("doesn't wait for a clock that was set back to catch up", () => {
    world.clock.advance(-86_400);
    tab.check();
    pass(LIMIT);
    expect(tab.get().phase).toBe('ended');
  });

  it("works within its tab if the storage can't be written", () => {
    world.storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    tab.touch();
    pass(LIMIT);
    expect(tab.get().phase).toBe('ended');
  });

  it('never lets the server end a session that it shows as active, whatever the activity', () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 600 }),
      does: fc.constantFrom('touch' as const, 'stay' as const, 'check' as const),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        world = setUp();
        tab = world.openTab();
        for (const { wait, does } of steps) {
          pass(wait);
          tab[does]();
          if (tab.get().phase === 'ended') return;
          expect(world.serverIdleSeconds()).toBeLessThan(LIMIT);
        }
      }),
    );
  });
});

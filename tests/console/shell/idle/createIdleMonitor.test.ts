import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActivityRecord, createIdleMonitor, type IdleMonitor } from '#console/shell/idle/createIdleMonitor.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { TestClock } from '#tests/support/testClock.ts';

const MINUTE = 60;
const LIMIT = 15 * MINUTE;

/** A browser whose tabs share local storage, and a server that ends a session that makes no call. */
function setUp() {
  const clock = new TestClock();
  const { storage } = createMemoryBrowser();
  let lastCallAt = clock.now();
  const openTab = (): IdleMonitor => {
    const monitor = createIdleMonitor({
      ...{ minutes: 15, clock, record: createActivityRecord(storage) },
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

  /** Time in which nothing happens but that the clock is looked at. */
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

  it('takes a warning back only when asked to, and then tells the server', () => {
    pass(14 * MINUTE + 10);
    tab.touch();
    expect(tab.get().phase).toBe('warned');
    tab.stay();
    expect(tab.get().phase).toBe('active');
    expect(world.serverIdleSeconds()).toBe(0);
  });

  it('finds a session ended after a sleep, also when a touch is the first thing that happens', () => {
    world.clock.advance(3600);
    tab.touch();
    tab.stay();
    expect(tab.get()).toEqual({ phase: 'ended' });
  });

  it('knows of what is done in other tabs, and they of its answer', () => {
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

  it('is not brought back by a tab that opens after the end', () => {
    world.clock.advance(LIMIT);
    expect(world.openTab().get().phase).toBe('ended');
  });

  it('does not wait for a clock that was set back to catch up', () => {
    world.clock.advance(-86_400);
    tab.check();
    pass(LIMIT);
    expect(tab.get().phase).toBe('ended');
  });

  it('goes by its own count where nothing can be stored', () => {
    world.storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    tab.touch();
    pass(LIMIT);
    expect(tab.get().phase).toBe('ended');
  });

  it('never lets the server end a session that it shows as alive, however it is used', () => {
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

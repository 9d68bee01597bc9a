import { describe, expect, it } from 'vitest';
import type { Hint } from '#console/live/hints.ts';
import { shareAmongTabs, type SharedHint, type TabsBrowser } from '#console/live/startLive.ts';

/** Grants locks one after the other and delivers messages immediately. */
function browser(): TabsBrowser {
  let free: Promise<unknown> = Promise.resolve();
  const channels = new Set<EventTarget>();
  return {
    locks: {
      request: (_name: string, ...rest: unknown[]) => {
        const act = rest.at(-1);
        const turn = free.then(() => (typeof act === 'function' ? act() : undefined));
        free = turn.catch(() => {});
        return turn;
      },
    },
    openChannel: () => {
      const target = new EventTarget();
      channels.add(target);
      const postMessage = (data: unknown) => {
        for (const one of channels) if (one !== target) one.dispatchEvent(new MessageEvent('message', { data }));
      };
      return Object.assign(target, { postMessage, close: () => channels.delete(target) });
    },
  };
}

describe('tabs of one session', () => {
  it('share one stream; if its tab closes, the next continues from the same position', async () => {
    const tabs = browser();
    const followers: { from: string | null; tell: (shared: SharedHint) => void; leave: () => void }[] = [];
    const heard: Hint[][] = [[], []];
    const signal = new AbortController().signal;
    const open = (tab: number) =>
      shareAmongTabs({
        browser: tabs,
        name: 'live',
        signal,
        onHint: (hint) => heard[tab]?.push(hint),
        follow: (from, tell) => new Promise((resolve) => followers.push({ from, tell, leave: resolve })),
      });
    const both = [open(0), open(1)];
    await expect.poll(() => followers.length).toBe(1);
    followers[0]?.tell({ hint: ['orders'], cursor: '7' });
    expect(heard).toEqual([[['orders']], [['orders']]]);

    followers[0]?.leave();
    await expect.poll(() => followers.length).toBe(2);
    expect(followers[1]?.from).toBe('7');
    followers[1]?.leave();
    await Promise.all(both);
  });
});

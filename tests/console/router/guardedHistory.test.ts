import type { Location } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGuardedHistory, type GuardedHistory } from '#console/router/guardedHistory.ts';

let history: GuardedHistory;
let ends: (() => void)[];
let shown: string[];
let held: { location: Location; go: () => void } | null;
let isHolding: boolean;

/** Resolves when the browser has gone as many steps as it was told, on its own or by the user. */
function step(go: () => void): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    go();
  });
}
const address = () => window.location.pathname + window.location.search;
const back = () => window.history.back();

beforeEach(() => {
  window.history.pushState(null, '', '/one');
  shown = [];
  held = null;
  isHolding = false;
  history = createGuardedHistory(window);
  ends = [
    history.listen(({ location }) => shown.push(location.pathname)),
    history.guard({
      holdsBack: ({ currentLocation, nextLocation }) => isHolding && currentLocation.pathname !== nextLocation.pathname,
      onHeld: (location, go) => (held = { location, go }),
      onPassed: () => (held = null),
    }),
  ];
  history.push('/two');
  history.push('/three');
  shown = [];
  isHolding = true;
});
afterEach(() => {
  for (const end of ends) end();
});

describe('a guarded history', () => {
  it('holds back a step to another page, and takes it when it is let through', () => {
    history.push('/four?a=1', { from: 'here' });
    expect(address()).toBe('/three');
    expect(held?.location).toMatchObject({ pathname: '/four', search: '?a=1', state: { from: 'here' } });
    held?.go();
    expect(address()).toBe('/four?a=1');
    expect(shown).toEqual(['/four']);
  });

  it('holds back what would take the place of the page', () => {
    history.replace('/four');
    expect(address()).toBe('/three');
    held?.go();
    expect(shown).toEqual(['/four']);
  });

  it('lets pass what no guard minds', () => {
    history.push('/three?page=2');
    expect(shown).toEqual(['/three']);
    expect(held).toBeNull();
  });

  it("undoes the browser's own way back, and takes it again when it is let through", async () => {
    await step(back);
    expect(held?.location.pathname).toBe('/two');
    await vi.waitFor(() => expect(address()).toBe('/three'));
    expect(history.location.pathname).toBe('/three');
    expect(shown).toEqual([]);
    const go = held?.go ?? (() => {});
    await step(go);
    expect(address()).toBe('/two');
    expect(shown).toEqual(['/two']);
    expect(held).toBeNull();
  });

  it('takes a way back that is let through before it has been undone', async () => {
    await step(back);
    held?.go();
    await vi.waitFor(() => expect(shown).toEqual(['/two']));
    expect(address()).toBe('/two');
  });

  it('goes back and forward over several pages', async () => {
    await step(() => history.go(-2));
    expect(held?.location.pathname).toBe('/one');
    await vi.waitFor(() => expect(address()).toBe('/three'));
    await step(held?.go ?? (() => {}));
    expect(shown).toEqual(['/one']);
    await step(() => window.history.forward());
    expect(held?.location.pathname).toBe('/two');
    await vi.waitFor(() => expect(address()).toBe('/one'));
  });

  it('comes back to its page though the user goes on meanwhile', async () => {
    await step(() => {
      back();
      back();
    });
    await vi.waitFor(() => expect(address()).toBe('/three'));
    expect(shown).toEqual([]);
    isHolding = false;
    await step(back);
    expect(shown).toEqual(['/two']);
  });

  it('follows an address that something else has put into the history', async () => {
    isHolding = false;
    window.history.pushState(null, '', '/other');
    await step(back);
    expect(shown).toEqual(['/three']);
  });

  it('asks nobody who has left', () => {
    ends.pop()?.();
    history.push('/four');
    expect(shown).toEqual(['/four']);
  });
});

import { memoryStore, type Store } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preferencesIn } from '#console/app/preferencesIn.ts';

const KEY = 'preferences/ana/density';

describe("react-admin's store with preferences", () => {
  let inSession: (session: Store) => Store;
  let store: Store;
  /** The store of the next session on the same page. */
  function opened(): Store {
    const next = inSession(memoryStore());
    next.setup();
    return next;
  }
  beforeEach(() => {
    inSession = preferencesIn(localStorage, window);
    store = opened();
  });
  afterEach(() => void vi.restoreAllMocks());

  /** Another tab writes `text`, or with null clears its storage, and the browser reports it. */
  function writtenElsewhere(text: string | null): void {
    if (text === null) localStorage.clear();
    else localStorage.setItem(KEY, text);
    window.dispatchEvent(new StorageEvent('storage', { key: text === null ? null : KEY, newValue: text }));
  }

  it('keeps preferences in local storage as JSON, and everything else in memory', () => {
    store.setItem(KEY, { rows: 'compact' });
    store.setItem('orders.listParams', { page: 2 });
    expect(Object.entries(localStorage)).toEqual([[KEY, '{"rows":"compact"}']]);
    expect(store.getItem(KEY)).toEqual({ rows: 'compact' });
    expect(store.getItem('orders.listParams')).toEqual({ page: 2 });
  });

  it('has the default of preferences that are absent or no JSON', () => {
    expect(store.getItem(KEY, 'comfortable')).toBe('comfortable');
    localStorage.setItem(KEY, '{"rows"');
    expect(store.getItem(KEY, 'comfortable')).toBe('comfortable');
    localStorage.setItem(KEY, 'null');
    expect(store.getItem(KEY, 'comfortable')).toBeNull();
  });

  it('keeps only preferences when it is reset or torn down', () => {
    for (const end of [
      () => store.reset(),
      () => ['', 'orders.', 'preferences/'].forEach(store.removeItems),
      () => store.teardown(),
    ]) {
      store.setItem(KEY, 'compact');
      store.setItem('orders.listParams', { page: 2 });
      end();
      expect(store.getItem(KEY)).toBe('compact');
      expect(store.getItem('orders.listParams')).toBeUndefined();
    }
    expect(opened().getItem(KEY)).toBe('compact');
  });

  it('lists preferences by prefix among all items, and removes single ones', () => {
    store.setItem(KEY, 'compact');
    store.setItem('preferences/bob/density', 'comfortable');
    store.setItem('orders.listParams', { page: 2 });
    const preferences = { [KEY]: 'compact', 'preferences/bob/density': 'comfortable' };
    expect(store.listItems?.('preferences/')).toEqual(preferences);
    expect(store.listItems?.('preferences/bob/')).toEqual({ 'preferences/bob/density': 'comfortable' });
    expect(store.listItems?.()).toEqual(Object.assign(preferences, { 'orders.listParams': { page: 2 } }));
    store.removeItem('preferences/bob/density');
    store.setItem(KEY, undefined);
    expect(localStorage).toHaveLength(0);
    expect(store.listItems?.('preferences/')).toEqual({});
  });

  it('calls subscribers with the value of their key, including one that another tab wrote or cleared', () => {
    const [density, page] = [vi.fn(), vi.fn()];
    const unsubscribe = store.subscribe(KEY, density);
    store.subscribe('page', page);
    store.setItem(KEY, 'compact');
    expect(density).toHaveBeenLastCalledWith('compact');
    writtenElsewhere('"comfortable"');
    expect(density).toHaveBeenLastCalledWith('comfortable');
    writtenElsewhere(null);
    expect(density).toHaveBeenLastCalledWith(undefined);
    expect(page).not.toHaveBeenCalled();
    store.setItem('page', 2);
    expect(page).toHaveBeenLastCalledWith(2);
    unsubscribe();
    store.setItem(KEY, 'compact');
    expect(density).toHaveBeenCalledTimes(3);
  });

  it('keeps what a full storage rejects until the page is reloaded, in later sessions too', () => {
    store.setItem(KEY, 'comfortable');
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    store.setItem(KEY, 'compact');
    store.reset();
    expect(store.getItem(KEY)).toBe('compact');
    expect(store.listItems?.('preferences/')).toEqual({ [KEY]: 'compact' });
    expect(opened().getItem(KEY)).toBe('compact');
    setItem.mockRestore();
    expect(preferencesIn(localStorage, window)(memoryStore()).getItem(KEY)).toBe('comfortable');
    store.setItem(KEY, 'spacious');
    expect(localStorage.getItem(KEY)).toBe('"spacious"');
  });
});

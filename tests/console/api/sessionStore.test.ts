// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://console.test/orderList" }
import Cookies from 'js-cookie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createConsoleSession } from '#console/api/sessionStore.ts';
import { sampleSession } from '#tests/support/sampleSession.ts';

const makeStore = (secure = true) =>
  createConsoleSession({ cookies: Cookies, storage: localStorage, secure, events: window });

/** Writes text to where the store keeps each part of a session, as a user or another script could. */
const TAMPER = {
  token: (text: string) => Cookies.set('Admin-Token', text),
  currency: (text: string) => {
    document.cookie = `Currency-Data=${text}`;
  },
  menu: (text: string) => localStorage.setItem('roles', text),
};

beforeEach(() => {
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name, { path: '/' });
  localStorage.clear();
});

describe('a saved session', () => {
  it('is found by another store, as after a reload', () => {
    const session = sampleSession();
    makeStore().save(session);
    const reloaded = makeStore();
    expect(reloaded.getToken()).toBe(session.login_token);
    expect(reloaded.getCurrencyData()).toEqual(session.currency_data);
    expect(reloaded.getMenuTree()).toEqual(session.routers);
  });

  it('is stored in session cookies with SameSite, and in the local storage key `roles`', () => {
    const written = vi.spyOn(Document.prototype, 'cookie', 'set');
    makeStore().save(sampleSession());
    makeStore(false).save(sampleSession());
    const [currency, token, , insecureToken] = written.mock.calls.map(([text]) => text);
    written.mockRestore();
    expect(token).toBe(`Admin-Token=${sampleSession().login_token}; path=/; sameSite=strict; secure`);
    expect(currency).toMatch(/^Currency-Data=\{[^;]*\}; path=\/; sameSite=strict; secure$/);
    expect(insecureToken).toBe(`Admin-Token=${sampleSession().login_token}; path=/; sameSite=strict`);
    expect(JSON.parse(localStorage.getItem('roles') ?? '')).toEqual(sampleSession().routers);
  });

  it('is removed by clear, also from the browser', () => {
    const store = makeStore();
    store.save(sampleSession());
    store.clear();
    for (const read of [store, makeStore()]) {
      expect([read.getToken(), read.getCurrencyData(), read.getMenuTree()]).toEqual([null, null, null]);
    }
    expect(document.cookie).toBe('');
    expect(localStorage).toHaveLength(0);
  });

  it('is missing once its cookie is deleted by hand', () => {
    const store = makeStore();
    store.save(sampleSession());
    expect(store.getToken()).not.toBeNull();
    Cookies.remove('Admin-Token', { path: '/' });
    expect(store.getToken()).toBeNull();
  });

  it('returns the same objects until something changes', () => {
    const store = makeStore();
    store.save(sampleSession());
    expect(store.getMenuTree()).toBe(store.getMenuTree());
    expect(store.getCurrencyData()).toBe(store.getCurrencyData());
    const before = store.getMenuTree();
    TAMPER.menu('[]');
    expect(store.getMenuTree()).toEqual([]);
    expect(before).toEqual(sampleSession().routers);
  });
});

describe('invalid content', () => {
  it.each(['', 'short', 'x'.repeat(3001), `line\nbreak${'x'.repeat(40)}`, '令牌'.repeat(20)])(
    'of the token counts as no token: %j',
    (text) => {
      TAMPER.token(text);
      expect(makeStore().getToken()).toBeNull();
    },
  );

  it.each(['', 'x', '{}', 'null', '{"currency":"CNY","is_divide_hundred":2,"time_zone":"UTC"}', '%E0%A4%A'])(
    'of the currency counts as no currency: %j',
    (text) => {
      TAMPER.currency(text);
      expect(makeStore().getCurrencyData()).toBeNull();
    },
  );

  it.each(['', 'x', '{}', 'null', '[1]', '[{"id":"1"}]', '[object Object]', '{"__proto__":[]}'])(
    'of the menu counts as no menu: %j',
    (text) => {
      TAMPER.menu(text);
      expect(makeStore().getMenuTree()).toBeNull();
    },
  );
});

describe('subscribers', () => {
  it('are notified of each change until they unsubscribe', () => {
    const store = makeStore();
    const seen: (string | null)[] = [];
    const leave = store.subscribe(() => seen.push(store.getToken()));
    store.save(sampleSession());
    store.clear();
    leave();
    store.save(sampleSession());
    expect(seen).toEqual([sampleSession().login_token, null]);
  });

  it.each([
    ['the menu changes', 'roles', 1],
    ['the storage is emptied', null, 1],
    ['something else changes', 'theme', 0],
  ])('are notified when in another tab %s: %s', (_, key, times) => {
    const listener = vi.fn<() => void>();
    makeStore().subscribe(listener);
    window.dispatchEvent(new StorageEvent('storage', { key }));
    expect(listener).toHaveBeenCalledTimes(times);
  });
});

describe('a browser that stores no session', () => {
  /** A storage with room for `room` characters. */
  const smallStorage = (room: number) => ({
    getItem: () => null,
    removeItem: () => {},
    setItem(_key: string, text: string) {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const problem = (change: Partial<Parameters<typeof createConsoleSession>[0]>) =>
    createConsoleSession({ cookies: Cookies, storage: localStorage, secure: true, ...change }).findProblem();

  it('has no problem usually, and nothing is left of the check', () => {
    expect(problem({})).toBeNull();
    expect(document.cookie).toBe('');
    expect(localStorage).toHaveLength(0);
  });

  it('rejects cookies', () => {
    expect(problem({ cookies: { get: () => undefined, set: () => {}, remove: () => {} } })).toBe('cookies');
    const cookies = {
      ...Cookies,
      set() {
        throw new DOMException('sandboxed', 'SecurityError');
      },
    };
    expect(problem({ cookies })).toBe('cookies');
  });

  it('has no room for a menu', () => {
    expect(problem({ storage: smallStorage(16_383) })).toBe('storage');
    expect(problem({ storage: smallStorage(16_384) })).toBeNull();
  });
});

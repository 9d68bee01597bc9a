import type { z } from 'zod';
import { createListeners } from '#shared/createListeners.ts';
import { jsonOf } from '#shared/jsonOf.ts';
import {
  currencyDataSchema,
  tenantZone,
  type CurrencyData,
  type LoginData,
  type MenuTree,
} from '#shared/contract/session.ts';
import { MENU_KEY, readToken, TOKEN_COOKIE } from './readToken.ts';
import { readableMenuSchema } from './readableMenu.ts';

export const CURRENCY_COOKIE = 'Currency-Data';

/** The used part of js-cookie. */
export interface Cookies {
  get(name: string): string | undefined;
  set(name: string, value: string, attributes: CookieAttributes): unknown;
  remove(name: string, attributes: CookieAttributes): void;
}

/** Without an expiry, so that the browser deletes the cookie when it closes. */
interface CookieAttributes {
  path: string;
  sameSite: 'strict';
  secure: boolean;
}

export interface SessionStoreConfig {
  cookies: Cookies;
  /** The browser's local storage. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** True if the console is served over https. */
  secure: boolean;
  /** The window, whose events report sign-in and sign-out in other tabs. */
  events?: Pick<Window, 'addEventListener'>;
}

/** The browser rejects cookies, or its local storage has no room for a session. */
export type StorageProblem = 'cookies' | 'storage';

/** Key of the cookie and the item that are written and removed to find a `StorageProblem`. */
const PROBE_KEY = 'storage-check';
/** Characters that a menu may take. The demo's owner has 9,000. */
const MENU_ROOM = 16_384;

/** Where a change was made: in this tab, or in another. */
type ChangeOrigin = 'here' | 'elsewhere';

/** The session stored in this browser. Data that is unreadable or violates the contract counts as absent. */
export interface SessionStore {
  getToken(): string | null;
  getCurrencyData(): CurrencyData | null;
  getMenuTree(): MenuTree | null;
  /** @throws {DOMException} if local storage is full; nothing has changed then */
  save(session: LoginData): void;
  /** Why `save` would fail, or null. Ask before a call that can't be repeated. */
  findProblem(): StorageProblem | null;
  /** Saves a menu that has changed since the sign-in. */
  saveMenuTree(tree: MenuTree): void;
  /** Saves the time zone in which times are shown from now on. */
  saveTimeZone(timeZone: string): void;
  clear(): void;
  /** Calls `listener` after each change, with its origin. Returns a function that unsubscribes. */
  subscribe(listener: (madeIn: ChangeOrigin) => void): () => void;
}

/** Only caches parsed forms of unchanged texts, so that a cookie deleted by hand is noticed. */
export function createSessionStore({ cookies, storage, secure, events }: SessionStoreConfig): SessionStore {
  const attributes: CookieAttributes = { path: '/', sameSite: 'strict', secure };
  const parseCurrencyData = jsonParser(currencyDataSchema);
  const parseMenuTree = jsonParser(readableMenuSchema);
  const { subscribe, notify } = createListeners<[madeIn: ChangeOrigin]>();

  // A null key means that the whole storage was cleared.
  events?.addEventListener('storage', ({ key }) => {
    if (key === MENU_KEY || key === null) notify('elsewhere');
  });

  return {
    getToken: () => readToken(cookies),
    getCurrencyData: () => parseCurrencyData(cookies.get(CURRENCY_COOKIE)),
    getMenuTree: () => parseMenuTree(storage.getItem(MENU_KEY)),

    // The token is written last and removed first, so whenever it exists, the rest exists too.
    save({ login_token: token, currency_data: currencyData, routers }) {
      storage.setItem(MENU_KEY, JSON.stringify(routers));
      cookies.set(CURRENCY_COOKIE, JSON.stringify(currencyData), attributes);
      cookies.set(TOKEN_COOKIE, token, attributes);
      notify('here');
    },

    findProblem() {
      try {
        cookies.set(PROBE_KEY, '1', attributes);
        if (cookies.get(PROBE_KEY) !== '1') return 'cookies';
        cookies.remove(PROBE_KEY, attributes);
      } catch {
        // The page is in a frame without its own origin.
        return 'cookies';
      }
      try {
        storage.setItem(PROBE_KEY, ' '.repeat(MENU_ROOM));
        storage.removeItem(PROBE_KEY);
        return null;
      } catch {
        return 'storage';
      }
    },

    saveMenuTree(tree) {
      try {
        storage.setItem(MENU_KEY, JSON.stringify(tree));
      } catch {
        // The storage is full. The menu is fetched again after a reload.
      }
      notify('here');
    },

    saveTimeZone(timeZone) {
      const currencyData = parseCurrencyData(cookies.get(CURRENCY_COOKIE));
      if (currencyData === null) return;
      const zones = { time_zone: timeZone, tenant_time_zone: tenantZone(currencyData) };
      cookies.set(CURRENCY_COOKIE, JSON.stringify({ ...currencyData, ...zones }), attributes);
      notify('here');
    },

    clear() {
      cookies.remove(TOKEN_COOKIE, attributes);
      cookies.remove(CURRENCY_COOKIE, attributes);
      storage.removeItem(MENU_KEY);
      notify('here');
    },

    subscribe,
  };
}

/** Parses JSON of one shape. Returns the same object for the same text, which saves React a render. */
function jsonParser<S extends z.ZodType>(schema: S): (text: string | null | undefined) => z.output<S> | null {
  let last: { text: string; value: z.output<S> | null } | undefined;
  return (text) => {
    if (text === null || text === undefined) return null;
    if (last?.text !== text) last = { text, value: schema.safeParse(jsonOf(text)).data ?? null };
    return last.value;
  };
}

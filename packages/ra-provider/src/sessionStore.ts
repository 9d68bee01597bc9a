import { z } from 'zod';
import { TOKEN_PATTERN } from '@merchant-console/protocol/token';
import { MENU_KEY, readToken, TOKEN_COOKIE } from './token.ts';

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

/** A menu entry, as far as the providers read it: the signed-in user's permission keys on its pages. */
export interface MenuNode {
  permissions?: readonly string[] | undefined;
  children?: readonly MenuNode[] | undefined;
}

/** What a back end sends at sign-in besides the token. */
export interface SessionSchemas<Menu extends readonly MenuNode[], Currency> {
  menu: z.ZodType<Menu>;
  currency: z.ZodType<Currency>;
}

const menuNodeSchema = z.looseObject({
  permissions: z.array(z.string()).optional(),
  get children() {
    return z.array(menuNodeSchema).optional();
  },
});

/** Any menu with permissions, and any data about the currency. */
export const anySession: SessionSchemas<readonly MenuNode[], object> = {
  menu: z.array(menuNodeSchema),
  currency: z.looseObject({}),
};

export interface SessionStoreConfig<Menu extends readonly MenuNode[], Currency> {
  cookies: Cookies;
  /** The browser's local storage. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Stored data that doesn't fit counts as absent, and a sign-in that doesn't fit is rejected. */
  schemas: SessionSchemas<Menu, Currency>;
  /** True if the page is served over https. */
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

/** The response to a sign-in. */
interface SignedIn<Menu, Currency> {
  login_token: string;
  currency_data: Currency;
  routers: Menu;
}

/** The session stored in this browser. Data that is unreadable or violates its schema counts as absent. */
export interface SessionStore<Menu extends readonly MenuNode[] = readonly MenuNode[], Currency = unknown> {
  getToken(): string | null;
  getCurrencyData(): Currency | null;
  getMenuTree(): Menu | null;
  /** The response to a sign-in, which `save` stores. */
  readonly signInSchema: z.ZodType<SignedIn<Menu, Currency>>;
  /** @throws {DOMException} if local storage is full; nothing has changed then */
  save(session: SignedIn<Menu, Currency>): void;
  /** Why `save` would fail, or null. Ask before a call that can't be repeated. */
  findProblem(): StorageProblem | null;
  /** Saves a menu that has changed since the sign-in. */
  saveMenuTree(tree: Menu): void;
  /** Saves data about the currency that have changed since the sign-in. */
  saveCurrencyData(data: Currency): void;
  clear(): void;
  /** Calls `listener` after each change, with its origin. Returns a function that unsubscribes. */
  subscribe(listener: (madeIn: ChangeOrigin) => void): () => void;
}

/** Only caches parsed forms of unchanged texts, so that a cookie deleted by hand is noticed. */
export function createSessionStore<Menu extends readonly MenuNode[], Currency>({
  cookies,
  storage,
  schemas,
  secure,
  events,
}: SessionStoreConfig<Menu, Currency>): SessionStore<Menu, Currency> {
  const attributes: CookieAttributes = { path: '/', sameSite: 'strict', secure };
  const parseCurrencyData = jsonParser(schemas.currency);
  const parseMenuTree = jsonParser(schemas.menu);
  const listeners = new Set<(madeIn: ChangeOrigin) => void>();
  const notify = (madeIn: ChangeOrigin) => listeners.forEach((listener) => listener(madeIn));

  // A null key means that the whole storage was cleared.
  events?.addEventListener('storage', ({ key }) => {
    if (key === MENU_KEY || key === null) notify('elsewhere');
  });

  return {
    signInSchema: z.object({
      login_token: z.string().regex(TOKEN_PATTERN),
      currency_data: schemas.currency,
      routers: schemas.menu,
    }),
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

    saveCurrencyData(data) {
      cookies.set(CURRENCY_COOKIE, JSON.stringify(data), attributes);
      notify('here');
    },

    clear() {
      cookies.remove(TOKEN_COOKIE, attributes);
      cookies.remove(CURRENCY_COOKIE, attributes);
      storage.removeItem(MENU_KEY);
      notify('here');
    },

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Parses JSON of one shape. Returns the same object for the same text, which saves React a render. */
function jsonParser<T>(schema: z.ZodType<T>): (text: string | null | undefined) => T | null {
  let last: { text: string; value: T | null } | undefined;
  return (text) => {
    if (text === null || text === undefined) return null;
    if (last?.text !== text) last = { text, value: schema.safeParse(jsonOf(text)).data ?? null };
    return last.value;
  };
}

/** The value of a JSON text, or undefined if it isn't JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

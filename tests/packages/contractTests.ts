/**
 * Tests of an application that has installed ra-provider, with its contract suites. `test.json` contains the address of our
 * server, the seed, the permissions of both users, and the address that hands out credentials and restores the seed.
 */
export const CONTRACT_TESTS: Record<string, string> = {
  'vitest.config.ts': `export default { test: { testTimeout: 60_000, hookTimeout: 60_000 } };\n`,

  'fake.test.ts': `
import { dataProviderContract, sampleSeed } from '@merchant-console/ra-provider/contracts';
import fakeRestProvider from 'ra-data-fakerest';
import { vi } from 'vitest';

// FakeRest also logs the errors that it rejects with.
vi.spyOn(console, 'error').mockReturnValue();
dataProviderContract(
  'ra-data-fakerest',
  () => ({ dataProvider: fakeRestProvider({ [sampleSeed.resource]: structuredClone(sampleSeed.records) as never[] }) }),
  sampleSeed,
  { capabilities: { abort: false, faults: false }, expectations: { getManyOfMissing: 'rejects' } },
);
`,

  // As in react-admin's tutorial and demo: the name in local storage is the session, and rejections have no error.
  'foreign.test.ts': `
import { authProviderContract } from '@merchant-console/ra-provider/contracts';
import type { AuthProvider } from 'react-admin';

const JANE = { credentials: () => ({ username: 'jane', password: 'secret' }), fullName: 'jane' };

authProviderContract('a provider of a tutorial', () => {
  const stored = new Map<string, string>();
  const load = (): AuthProvider => ({
    login({ username, password }) {
      if (username !== 'jane' || password !== 'secret') return Promise.reject();
      stored.set('username', username);
      return Promise.resolve();
    },
    logout() {
      stored.delete('username');
      return Promise.resolve();
    },
    checkError: ({ status }) => (status === 401 || status === 403 ? Promise.reject() : Promise.resolve()),
    checkAuth: () => (stored.has('username') ? Promise.resolve() : Promise.reject()),
    getPermissions: () => Promise.resolve(undefined),
    getIdentity: () => Promise.resolve({ id: 'user', fullName: stored.get('username') ?? '' }),
  });
  return { authProvider: load(), reload: load };
}, [JANE, JANE]);
`,

  'server.test.ts': `
import { readFileSync } from 'node:fs';
import {
  anySession, createAuthProvider, createDataProvider, createHttpClient, createSessionStore,
} from '@merchant-console/ra-provider';
import {
  consoleAuthContract, createFaultyFetch, dataProviderContract, type ContractSeed, type Credentials,
} from '@merchant-console/ra-provider/contracts';

interface TestData {
  origin: string;
  attendant: string;
  seed: ContractSeed;
  users: { username: string; fullName: string; permissions: string[] }[];
}

const { origin, attendant, seed, users }: TestData = JSON.parse(readFileSync('test.json', 'utf8'));
const apiBase = '/prod-api';

function createBrowser() {
  const cookies = new Map<string, string>();
  const items = new Map<string, string>();
  return {
    cookies,
    items,
    config: {
      cookies: {
        get: (name: string) => cookies.get(name),
        set: (name: string, value: string) => cookies.set(name, value),
        remove: (name: string) => void cookies.delete(name),
      },
      storage: {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => void items.set(key, value),
        removeItem: (key: string) => void items.delete(key),
      },
    },
  };
}

/** @param timeoutMs of calls, if the server may be busy */
function providers(browser = createBrowser(), timeoutMs?: number) {
  const endings: string[] = [];
  const onSessionEnded = (message: string) => void endings.push(message);
  const { fetch, faults, requests } = createFaultyFetch((url, init) => globalThis.fetch(new URL(String(url), origin), init));
  const load = () => {
    const session = createSessionStore({ ...browser.config, schemas: anySession, secure: false });
    const client = createHttpClient({ fetch, session, getLanguage: () => 'en', onSessionEnded, ...(timeoutMs && { timeoutMs }) });
    return { client, authProvider: createAuthProvider({ apiBase, session, onSessionEnded }, client) };
  };
  const { client, authProvider } = load();
  return {
    authProvider,
    dataProvider: createDataProvider({ apiBase }, client),
    faults,
    call: () => client(apiBase + '/vue-element-admin/user/info'),
    reload: () => load().authProvider,
    damage: (part: 'menu' | 'currency', text: string | null) => {
      const [place, key] = part === 'menu' ? [browser.items, 'roles'] : [browser.cookies, 'Currency-Data'];
      if (text === null) place.delete(key);
      else place.set(key, text);
    },
    endings: () => endings,
    requests: () => requests.length,
  };
}

async function attend<T>(path: string): Promise<T> {
  return (await fetch(new URL(path, attendant))).json() as Promise<T>;
}

const [owner, operator] = users.map((user) => ({ ...user, credentials: () => attend<Credentials>('/' + user.username) }));
if (!owner || !operator) throw new Error('test.json has two users');
const browser = createBrowser();
await providers(browser).authProvider.login(await owner.credentials());
dataProviderContract(
  'over our server',
  async () => {
    await attend('/seed');
    return providers(browser, 60_000);
  },
  seed,
  // The cases of failures require the default time limit, which a busy server can exceed.
  { capabilities: { faults: false } },
);

// After the data, because each sign-in moves the server's clock, and sessions end after some time without calls.
consoleAuthContract('over our server', () => providers(), [owner, operator], { capabilities: { checksStoredData: false } });
`,
};

import type { SessionStoreConfig } from '#console/api/sessionStore.ts';

export interface MemoryBrowser extends Pick<SessionStoreConfig, 'cookies' | 'storage'> {
  cookieJar: Map<string, string>;
  localStorage: Map<string, string>;
}

/** Cookies and local storage of an isolated browser. */
export function createMemoryBrowser(): MemoryBrowser {
  const cookieJar = new Map<string, string>();
  const localStorage = new Map<string, string>();
  return {
    cookieJar,
    localStorage,
    cookies: {
      get: (name) => cookieJar.get(name),
      set: (name, value) => cookieJar.set(name, value),
      remove: (name) => cookieJar.delete(name),
    },
    storage: {
      getItem: (key) => localStorage.get(key) ?? null,
      setItem: (key, value) => void localStorage.set(key, value),
      removeItem: (key) => void localStorage.delete(key),
    },
  };
}

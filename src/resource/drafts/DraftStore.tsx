import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { usePreferences } from '../preferences/usePreference.tsx';

/** What somebody had typed into a form, by field. */
export interface Draft {
  /** The values that were changed, as they stood in the form. */
  values: Readonly<Record<string, unknown>>;
  /** What these fields held when the form was opened. */
  before: Readonly<Record<string, unknown>>;
}

/** A form that is open, and whose it is. */
export interface OpenForm {
  user: string;
  /** Path and query. */
  address: string;
  /** What would be lost; null when that is nothing. */
  read(): Draft | null;
}

export interface DraftStore {
  /** A form opens; returns what tells that it is left on purpose, or done with. */
  open(form: () => OpenForm | null): () => void;
  /** The session has ended by itself: keeps what stands in the open forms. */
  keep(): void;
  /** Hands a form back what was kept for it, once. Whoever asks is signed in now: what others had typed goes. */
  take(user: string, address: string): Draft | null;
  /** Addresses of the forms that something is kept for. */
  addresses(user: string): string[];
  /** Somebody has signed in: what others had typed goes. */
  claim(user: string): void;
  /** The user has signed out: nothing is kept, not even of the forms that are still open. */
  empty(): void;
}

/**
 * What is typed into forms, for when their session ends under the fingers. In memory alone: it goes with the page.
 * Nothing is read from a form until then.
 */
export function createDraftStore(): DraftStore {
  const open = new Set<() => OpenForm | null>();
  const kept = new Map<string, { user: string; address: string; draft: Draft }>();

  function claim(user: string): void {
    for (const [key, entry] of kept) if (entry.user !== user) kept.delete(key);
  }

  return {
    open(form) {
      open.add(form);
      return () => open.delete(form);
    },
    keep() {
      for (const read of open) {
        const form = read();
        const draft = form?.read();
        if (form && draft) kept.set(pathOf(form.address), { user: form.user, address: form.address, draft });
      }
      open.clear();
    },
    claim,
    take(user, address) {
      claim(user);
      const path = pathOf(address);
      const draft = kept.get(path)?.draft ?? null;
      kept.delete(path);
      return draft;
    },
    addresses: (user) => [...kept.values()].filter((entry) => entry.user === user).map(({ address }) => address),
    empty() {
      open.clear();
      kept.clear();
    },
  };
}

/** A form is one whatever its query says. */
function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? address;
}

const DraftsContext = createContext<DraftStore | null>(null);

/** Gives forms the way to keep what is typed into them, and takes from the store what is not this user's. */
export function DraftsProvider({ store, children }: { store: DraftStore; children: ReactNode }) {
  const user = String(usePreferences().owner);
  useEffect(() => {
    if (user !== '') store.claim(user);
  }, [store, user]);
  return <DraftsContext value={store}>{children}</DraftsContext>;
}

/** Null where nothing is kept. */
export function useDrafts(): DraftStore | null {
  return useContext(DraftsContext);
}

import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { usePreferences } from '../preferences/usePreference.tsx';

/** Unsaved input of a form, by field. */
export interface Draft {
  /** The changed values, as they were in the form. */
  values: Readonly<Record<string, unknown>>;
  /** Values of these fields when the form was opened. */
  before: Readonly<Record<string, unknown>>;
}

/** An open form and its user. */
export interface OpenForm {
  user: string;
  /** Path and query. */
  address: string;
  /** Returns what would be lost, or null if nothing would be. */
  read(): Draft | null;
}

export type DraftStore = ReturnType<typeof createDraftStore>;

/**
 * Keeps the input of forms whose session ends unexpectedly. In memory only, so it is lost with the page. Forms aren't
 * read until then.
 */
export function createDraftStore() {
  const open = new Set<() => OpenForm | null>();
  const kept = new Map<string, { user: string; address: string; draft: Draft }>();

  /** Deletes the drafts of other users. Called after a sign-in. */
  function claim(user: string): void {
    for (const [key, entry] of kept) if (entry.user !== user) kept.delete(key);
  }

  return {
    /** Registers an open form. Returns a function to call when it is left on purpose or done with. */
    open(form: () => OpenForm | null): () => void {
      open.add(form);
      return () => open.delete(form);
    },
    /** Keeps the input of all open forms, because the session has ended by itself. */
    keep() {
      for (const read of open) {
        const form = read();
        const draft = form?.read();
        if (form && draft) kept.set(pathOf(form.address), { user: form.user, address: form.address, draft });
      }
      open.clear();
    },
    claim,
    /**
     * Returns the draft of a form, once, or null. Deletes the drafts of other users, because `user` is the one signed
     * in.
     */
    take(user: string, address: string): Draft | null {
      claim(user);
      const path = pathOf(address);
      const draft = kept.get(path)?.draft ?? null;
      kept.delete(path);
      return draft;
    },
    /** Addresses of the user's forms that have a draft. */
    addresses: (user: string) =>
      [...kept.values()].filter((entry) => entry.user === user).map(({ address }) => address),
    /** Deletes all drafts and forgets open forms. Called when the user signs out. */
    empty() {
      open.clear();
      kept.clear();
    },
  };
}

/** A form is identified by its path, whatever its query. */
function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? address;
}

const DraftsContext = createContext<DraftStore | null>(null);

/** Provides the store of drafts, and deletes the drafts of other users from it. */
export function DraftsProvider({ store, children }: { store: DraftStore; children: ReactNode }) {
  const user = String(usePreferences().owner);
  useEffect(() => {
    if (user !== '') store.claim(user);
  }, [store, user]);
  return <DraftsContext value={store}>{children}</DraftsContext>;
}

/** The store of drafts, or null where none are kept. */
export function useDrafts(): DraftStore | null {
  return useContext(DraftsContext);
}

import { createContext, useContext, useEffect } from 'react';
import { usePreferences, userOf } from '../preferences/usePreference.tsx';

/** Unsaved input of a form, by field. */
export interface Draft {
  /** The changed values, as they were in the form. */
  values: Readonly<Record<string, unknown>>;
  /** Values of these fields when the form was opened. */
  before: Readonly<Record<string, unknown>>;
}

/** An open form and its owner: a user on one side, live or test. */
export interface OpenForm {
  owner: string;
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
  const kept = new Map<string, { owner: string; address: string; draft: Draft }>();

  /** Deletes the drafts of other users, but not those of the user's other side. Called after a sign-in. */
  function claim(owner: string): void {
    for (const [key, entry] of kept) if (userOf(entry.owner) !== userOf(owner)) kept.delete(key);
  }

  return {
    /** Registers an open form. Returns a function to call when it is left on purpose or done with. */
    open(form: () => OpenForm | null): () => void {
      open.add(form);
      return () => open.delete(form);
    },
    /** Keeps the input of all open forms, because the session has ended or changed sides by itself. */
    keep() {
      for (const read of open) {
        const form = read();
        const draft = form?.read();
        if (form && draft) kept.set(keyOf(form), { owner: form.owner, address: form.address, draft });
      }
      open.clear();
    },
    claim,
    /**
     * Returns the draft of a form, once, or null. Deletes the drafts of other users, because `owner` is the one signed
     * in.
     */
    take(owner: string, address: string): Draft | null {
      claim(owner);
      const key = keyOf({ owner, address });
      const draft = kept.get(key)?.draft ?? null;
      kept.delete(key);
      return draft;
    },
    /** Addresses of the owner's forms that have a draft. */
    addresses: (owner: string) =>
      [...kept.values()].filter((entry) => entry.owner === owner).map(({ address }) => address),
    /** Forgets open forms, whose input the user has given up. */
    abandon: () => open.clear(),
    /** Deletes all drafts and forgets open forms. Called when the user signs out. */
    empty() {
      open.clear();
      kept.clear();
    },
  };
}

/** A form is identified by its owner and its path, whatever its query. */
function keyOf({ owner, address }: Pick<OpenForm, 'owner' | 'address'>): string {
  return `${owner} ${address.split(/[?#]/, 1)[0]}`;
}

const DraftsContext = createContext<DraftStore | null>(null);
/** Outlives the session, unlike everything else that a console keeps in memory. */
export const DraftsProvider = DraftsContext.Provider;

/** Deletes the drafts of other users than the signed-in one. */
export function DraftsOwner() {
  const drafts = useDrafts();
  const owner = String(usePreferences().owner);
  useEffect(() => {
    if (owner !== '') drafts?.claim(owner);
  }, [drafts, owner]);
  return null;
}

/** The store of drafts, or null where none are kept. */
export function useDrafts(): DraftStore | null {
  return useContext(DraftsContext);
}

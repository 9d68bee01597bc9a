import { MENU_VERSION_HEADER } from '#shared/contract/menuVersion.ts';

/** Under which the user's menu is kept among queries: what is kept of the resource `menus` goes stale together. */
export const MENU_TREE_KEY = ['menus', 'tree'] as const;

/** Which version of the user's menu the server has spoken of last; null until it has, or where it never does. */
export interface MenuVersion {
  get(): string | null;
  /** Reads the headers of an answer. */
  note(headers: Headers): void;
  /** Calls `listener` after each answer that tells a version; returns the way to stop it. */
  subscribe(listener: () => void): () => void;
  /** Version of the menu that the console has, or null if it is unknown. */
  ofMenu(): string | null;
  /** Called when an answer with the menu has come: that menu has the version that the server named last. */
  noteMenu(): void;
}

export function createMenuVersion(): MenuVersion {
  const listeners = new Set<() => void>();
  let version: string | null = null;
  let ofMenu: string | null = null;
  return {
    get: () => version,
    note(headers) {
      const announced = headers.get(MENU_VERSION_HEADER);
      if (announced === null) return;
      version = announced;
      listeners.forEach((listener) => listener());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ofMenu: () => ofMenu,
    noteMenu() {
      ofMenu = version;
    },
  };
}

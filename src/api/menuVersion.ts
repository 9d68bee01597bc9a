import { createListeners } from '#shared/createListeners.ts';
import { MENU_VERSION_HEADER } from '#shared/contract/menuVersion.ts';

/** Query key of the user's menu. Below `menus`, so that it becomes stale together with that resource. */
export const MENU_TREE_KEY = ['menus', 'tree'] as const;

/** The version of the user's menu that the server named last, or null if it hasn't named any. */
export interface MenuVersion {
  get(): string | null;
  /** Reads the headers of a response. */
  note(headers: Headers): void;
  /** Calls `listener` after each response with a version. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Version of the console's menu, or null if unknown. */
  ofMenu(): string | null;
  /** Records that the menu was just received: its version is the one that the server named last. */
  noteMenu(): void;
}

export function createMenuVersion(): MenuVersion {
  const { subscribe, notify } = createListeners();
  let version: string | null = null;
  let ofMenu: string | null = null;
  return {
    get: () => version,
    note(headers) {
      const announced = headers.get(MENU_VERSION_HEADER);
      if (announced === null) return;
      version = announced;
      notify();
    },
    subscribe,
    ofMenu: () => ofMenu,
    noteMenu() {
      ofMenu = version;
    },
  };
}

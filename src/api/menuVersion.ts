import { createListeners } from '#shared/createListeners.ts';
import { MENU_VERSION_HEADER } from '#shared/contract/menuVersion.ts';

/** Query key of the user's menu. Below `menus`, so that it becomes stale together with that resource. */
export const MENU_TREE_KEY = ['menus', 'tree'] as const;

export type MenuVersion = ReturnType<typeof createMenuVersion>;

/** The version of the user's menu that the server named last, or null if it hasn't named any. */
export function createMenuVersion() {
  const { subscribe, notify } = createListeners();
  let version: string | null = null;
  let ofMenu: string | null = null;
  return {
    get: () => version,
    /** Reads the headers of a response. */
    note(headers: Headers) {
      const announced = headers.get(MENU_VERSION_HEADER);
      if (announced === null) return;
      version = announced;
      notify();
    },
    /** Calls a listener after each response with a version. Returns a function that unsubscribes. */
    subscribe,
    /** Version of the console's menu, or null if unknown. */
    ofMenu: () => ofMenu,
    /** Records that the menu was just received: its version is the one that the server named last. */
    noteMenu() {
      ofMenu = version;
    },
  };
}

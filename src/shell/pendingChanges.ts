/** Changes that users may still undo. They are sent before a session ends, which they need. */
export interface PendingChanges {
  /** Sends them all. Resolves once they are answered. Null if there are none. */
  send(): Promise<void> | null;
  /**
   * @param send sends changes of one place; returns null if it has none
   * @returns a function that ends it
   */
  follow(send: () => Promise<void> | null): () => void;
}

export function createPendingChanges(): PendingChanges {
  const places = new Set<() => Promise<void> | null>();
  return {
    send() {
      const sending = [...places].map((send) => send()).filter((one) => one !== null);
      return sending.length === 0 ? null : ended(sending);
    },
    follow(send) {
      places.add(send);
      return () => places.delete(send);
    },
  };
}

/** Sends the changes before the session ends or is replaced. Without changes, both happen at once. */
export function sendingFirst<Auth extends EndingSessions>(changes: PendingChanges, authProvider: Auth): Auth {
  const { logout, switchSide } = authProvider;
  const after = async <T>(act: () => Promise<T>) => {
    const sending = changes.send();
    if (sending) await sending;
    return act();
  };
  return {
    ...authProvider,
    logout: (params) => after(() => logout(params)),
    ...(switchSide && { switchSide: (to, address) => after(() => switchSide(to, address)) }),
  };
}

interface EndingSessions {
  logout(this: void, params: object): Promise<unknown>;
  switchSide?(this: void, to: 'live' | 'test', address: string): Promise<void>;
}

async function ended(sending: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(sending);
}

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

async function ended(sending: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(sending);
}

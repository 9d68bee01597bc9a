import type { Hint } from './hints.ts';

/** What is used of the browser. Without locks or channels each tab follows for itself. */
export interface TabsBrowser {
  locks: Pick<LockManager, 'request'> | undefined;
  openChannel: ((name: string) => Pick<BroadcastChannel, 'postMessage' | 'close' | 'addEventListener'>) | undefined;
}

export interface SharedHint {
  hint: Hint;
  cursor: string | null;
}

interface Sharing {
  browser: TabsBrowser;
  /** The same in all tabs of one session, and another one in any other. */
  name: string;
  /** Follows until the signal aborts, or for good until the session ends. */
  follow(this: void, from: string | null, tell: (shared: SharedHint) => void, signal: AbortSignal): Promise<void>;
  onHint(this: void, hint: Hint): void;
  signal: AbortSignal;
}

/**
 * Of the tabs of one session one follows and tells the others: a browser has few connections to a server. When it goes,
 * the next one takes over from what it was last told.
 */
export async function shareAmongTabs({ browser, name, follow, onHint, signal }: Sharing): Promise<void> {
  const { locks, openChannel } = browser;
  if (!locks || !openChannel) return follow(null, ({ hint }) => onHint(hint), signal);
  const channel = openChannel(name);
  let cursor: string | null = null;
  channel.addEventListener('message', ({ data }: MessageEvent<SharedHint>) => {
    ({ cursor } = data);
    onHint(data.hint);
  });
  const tell = (shared: SharedHint) => {
    ({ cursor } = shared);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel.postMessage(shared);
    onHint(shared.hint);
  };
  try {
    await locks.request(name, { signal }, () => follow(cursor, tell, signal));
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    channel.close();
  }
}

import type { Connection } from '#console/api/connection/createConnection.ts';

/** A page that nobody has seen for so long follows nothing, in milliseconds. */
const HIDDEN_FOR_MS = 60_000;

/**
 * Has something done while the page is in use: not without a connection, nor while it has been out of sight for long.
 * @param run until its signal aborts; returns the way to stop it all
 */
export function whileInUse(
  page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>,
  connection: Pick<Connection, 'get' | 'subscribe'>,
  run: (signal: AbortSignal) => Promise<void>,
): () => void {
  let running: AbortController | null = null;
  let isForgotten = page.hidden;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    const isWanted = !isForgotten && connection.get().isOnline;
    if (isWanted && running === null) {
      running = new AbortController();
      void run(running.signal);
    } else if (!isWanted) {
      running?.abort();
      running = null;
    }
  }
  function onSight(): void {
    clearTimeout(timer);
    if (page.hidden) {
      timer = setTimeout(() => {
        isForgotten = true;
        look();
      }, HIDDEN_FOR_MS);
    } else {
      isForgotten = false;
      look();
    }
  }

  page.addEventListener('visibilitychange', onSight);
  const stopHearing = connection.subscribe(look);
  look();
  return () => {
    page.removeEventListener('visibilitychange', onSight);
    stopHearing();
    clearTimeout(timer);
    running?.abort();
  };
}

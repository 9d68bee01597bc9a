import { watch, type FSWatcher } from 'node:fs';

/** Debounce: editors save in several steps, each of which is an event. */
const SETTLE_MS = 50;
/** Network file systems and container mounts send no events. */
const RESCAN_MS = 5_000;

/**
 * Calls `onChange` when files of a folder may have changed: soon after an event, and every few seconds regardless.
 * @returns a function that stops watching
 */
export function watchFolder(folder: string, onChange: () => void): () => void {
  let settling: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;

  const open = () => {
    try {
      watcher = watch(folder, { persistent: false }, () => {
        clearTimeout(settling);
        settling = setTimeout(onChange, SETTLE_MS);
      });
      watcher.on('error', close);
    } catch {
      watcher = undefined; // The folder is missing or can't be watched. The rescan still works.
    }
  };
  const close = () => {
    watcher?.close();
    watcher = undefined;
  };

  open();
  const rescan = setInterval(() => {
    if (!watcher) open();
    onChange();
  }, RESCAN_MS).unref();
  return () => {
    clearInterval(rescan);
    clearTimeout(settling);
    close();
  };
}

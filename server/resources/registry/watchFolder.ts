import { watch, type FSWatcher } from 'node:fs';

/** Editors write in several steps, each of them an event. */
const SETTLE_MS = 50;
/** Network disks and containers' mounts tell nothing. */
const RESCAN_MS = 5_000;

/**
 * Calls `onChange` when something in a folder may have changed: soon after the system says so, and every few seconds
 * whatever it says.
 * @returns stops it
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
      watcher = undefined; // the folder is not there, or the system watches no more: there is still the rescan
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

import { watch } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** An editor reports several changes when it saves one file. */
const SETTLE_MS = 50;

/**
 * Runs now and after each change of a file in the folder, one run at a time, until the process is interrupted.
 * @throws {Error} if the folder can't be read
 */
export async function watchFolder(folder: string, run: () => Promise<unknown>): Promise<never> {
  let isChanged = true;
  let wake = (): void => {};
  watch(folder, () => {
    isChanged = true;
    wake();
  });
  for (;;) {
    while (isChanged) {
      await delay(SETTLE_MS);
      isChanged = false;
      await run();
    }
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}

import { createInterface } from 'node:readline';
import { systemClock } from '#server/clock.ts';
import { lockFolder, type FolderLock } from '#server/db/embedded/lock.ts';

// A process of the lock tests. Each line of input is a folder and the time (ms since 1970) at which to lock it. Prints
// `won`, or the error's name. Keeps the lock until the line `release`.
let lock: FolderLock | undefined;
console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'release') {
    await lock?.release();
    lock = undefined;
    console.log('released');
    continue;
  }
  const [folder = '', at] = line.split(' ');
  while (Date.now() < Number(at)) {
    // All racers start in the same millisecond.
  }
  try {
    lock = await lockFolder(folder, { clock: systemClock });
    console.log('won');
  } catch (error) {
    console.log(error instanceof Error ? error.name : String(error));
  }
}

import { createInterface } from 'node:readline';
import { systemClock } from '#server/clock.ts';
import { lockFolder, type FolderLock } from '#server/db/embedded/lock.ts';

// A process of the lock tests. Each line of input is a folder and a time (ms since 1970) at which to try to lock it;
// the answer is `won`, or the error's name. The lock is kept; the line `release` gives it back.
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
    // all racers start in the same millisecond
  }
  try {
    lock = await lockFolder(folder, { clock: systemClock });
    console.log('won');
  } catch (error) {
    console.log(error instanceof Error ? error.name : String(error));
  }
}

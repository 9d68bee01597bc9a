import type { Messages } from './translator.ts';

/** Merges `overrides` into `target` recursively. Keys that only `target` has stay. */
export function mergeMessages(target: Messages, overrides: Messages): void {
  for (const [key, value] of Object.entries(overrides)) {
    const present = target[key];
    if (typeof value === 'object' && typeof present === 'object') mergeMessages(present, value);
    else target[key] = value;
  }
}

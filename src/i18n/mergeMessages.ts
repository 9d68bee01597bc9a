import type { Messages } from '#shared/i18n/translator.ts';

/** Writes the texts of `overrides` into `target`, key by key at every depth; what only `target` has stays. */
export function mergeMessages(target: Messages, overrides: Messages): void {
  for (const [key, value] of Object.entries(overrides)) {
    const present = target[key];
    if (typeof value === 'object' && typeof present === 'object') mergeMessages(present, value);
    else target[key] = value;
  }
}

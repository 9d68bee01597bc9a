import { createListeners } from '#shared/createListeners.ts';

/** The changed resources by name, or null if anything may have changed. */
export type Hint = readonly string[] | null;

/** Changes on the server. Module variables, because all parts of the page are notified in one place. */
export const { subscribe: onHint, notify: publishHint } = createListeners<[hint: Hint]>();

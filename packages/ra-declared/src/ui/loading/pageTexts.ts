/** A module variable, because each page of the browser has one set of texts. The i18n provider defines how to add the rest. */
let load: (() => Promise<void>) | null = null;
/** Stays true after another sign-in, because loaded code doesn't wait for the texts again. */
let areWanted = false;

/** Sets the function by which `loadPageTexts` loads the texts. */
export function providePageTexts(loadTexts: () => Promise<void>): void {
  load = loadTexts;
}

/**
 * Loads the texts of pages that the first list doesn't need. Rejects if they can't be loaded, and may then be called
 * again.
 */
export async function loadPageTexts(): Promise<void> {
  areWanted = true;
  const before = load;
  await before?.();
  // A console that was opened in the meantime has its own texts.
  if (before !== load) await loadPageTexts();
}

/** True if the console must start with these texts. */
export const needsPageTexts = () => areWanted;

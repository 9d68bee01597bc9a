/** A module variable, because each page has one set of texts. The i18n provider defines how to add the rest. */
let fetchRest: (() => Promise<void>) | null = null;
/** Stays true after another sign-in, because loaded code doesn't wait for the texts again. */
let areWanted = false;

/** Sets the function by which `lateTexts` loads the texts. */
export function provideLateTexts(fetch: () => Promise<void>): void {
  fetchRest = fetch;
}

/**
 * Loads the texts of pages that the first list doesn't need. Await it with the code of such a page. Rejects if they
 * can't be loaded, and may then be called again.
 */
export async function lateTexts(): Promise<void> {
  areWanted = true;
  const fetch = fetchRest;
  await fetch?.();
  // A console that was opened in the meantime has its own texts.
  if (fetch !== fetchRest) await lateTexts();
}

/** True if the console must start with these texts. */
export const needsLateTexts = () => areWanted;

/** Resolves to a page's code once its texts are loaded too. */
export async function withLateTexts<Code>(code: Promise<Code>): Promise<Code> {
  const [page] = await Promise.all([code, lateTexts()]);
  return page;
}

/** There is one page, and so one set of texts in use; the i18n provider that shows them says how to add the rest. */
let fetchRest: (() => Promise<void>) | null = null;
/** The code of a page that waited for them stays when somebody else signs in, and waits no more. */
let areWanted = false;

export function provideLateTexts(fetch: () => Promise<void>): void {
  fetchRest = fetch;
}

/**
 * Brings the texts of pages that the first list has nothing of. To be waited for with the code of such a page.
 * Rejects when they can't be fetched; then it may be asked again.
 */
export async function lateTexts(): Promise<void> {
  areWanted = true;
  await fetchRest?.();
}

/** Whether the console must begin with them. */
export const areLateTextsWanted = () => areWanted;

/** The code of a page, once its texts are there too. */
export async function withLateTexts<Code>(code: Promise<Code>): Promise<Code> {
  const [page] = await Promise.all([code, lateTexts()]);
  return page;
}

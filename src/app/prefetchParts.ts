import { z } from 'zod';
import { loadPageTexts } from '@merchant-console/ra-declared/internal';

/**
 * Loads the warning before signing out and the texts of pages. Then fetches the files of all parts, which
 * `bundling/partFiles.ts` lists, into the browser's cache. Importing them would take 2 MB of memory for code that may never
 * run. Rejects at the first file that fails.
 */
export async function prefetchParts(): Promise<void> {
  await Promise.all([import('#console/shell/idle/IdleDialog.tsx'), loadPageTexts()]);
  const files = z.array(z.string()).parse(await (await fetch('/parts.json')).json());
  for (const file of files) await (await fetch(`/${file}`, { priority: 'low' })).arrayBuffer();
}

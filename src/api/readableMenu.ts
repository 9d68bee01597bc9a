import { z } from 'zod';
import { menuTreeSchema } from '#shared/contract/session.ts';
import { permissionKey } from '@merchant-console/protocol';

const entrySchema = z.looseObject({ children: z.array(z.unknown()).nullish() });

/**
 * A menu tree without the entries that violate the contract, such as one whose `component_path` isn't text. One such
 * entry would otherwise leave its user without any page.
 */
export const readableMenuSchema = z.preprocess((tree) => {
  const lost: string[] = [];
  const kept = readable(tree, lost);
  if (lost.length === 0) return kept;
  report(lost, tree);
  // Without any entry, it is no menu.
  return Array.isArray(kept) && kept.length > 0 ? kept : tree;
}, menuTreeSchema);

/** @param lost receives the names of the entries that are left out */
function readable(tree: unknown, lost: string[]): unknown {
  if (!Array.isArray(tree)) return tree;
  return tree.flatMap((entry: unknown) => {
    const { children, ...own } = entrySchema.safeParse(entry).data ?? { children: null };
    if (!menuTreeSchema.safeParse([own]).success) {
      lost.push(nameOf(entry));
      return [];
    }
    return [Array.isArray(children) ? { ...own, children: readable(children, lost) } : own];
  });
}

function nameOf(entry: unknown): string {
  const { title, url_name: address } = entrySchema.safeParse(entry).data ?? {};
  return JSON.stringify(title ?? address ?? entry) ?? 'undefined';
}

/** Menus are mended at the menu's own page. */
const MENDS = permissionKey('menus', 'edit');

/** Reports the lost entries in the error log of users who can edit the menu, and in the browser's console otherwise. */
function report(lost: readonly string[], tree: unknown): void {
  const error = new Error(`The menu has entries that can’t be read, so they are left out: ${lost.join(', ')}`);
  if (!JSON.stringify(tree).includes(JSON.stringify(MENDS))) console.error(error);
  // After a sign-in has saved the menu, which empties the error log.
  else setTimeout(() => reportError(error));
}

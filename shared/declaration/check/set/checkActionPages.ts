import { nearest } from '../nearest.ts';
import { finding, type Finding } from '../Problem.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/** R214: the page of an action must be a handwritten one. */
export function checkActionPages(
  { subject: { declaration } }: Member,
  { environment: { builtInPages } }: DeclarationSet,
): Finding[] {
  if (!builtInPages) return [];
  return (declaration.actions ?? []).flatMap(({ page }, at) => {
    if (page === undefined || builtInPages.includes(page)) return [];
    return [finding('R214', ['actions', at, 'page'], { page }, { suggestion: nearest(page, builtInPages) })];
  });
}

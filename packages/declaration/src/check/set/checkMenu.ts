import { PROBLEMS } from '../catalogue.ts';
import { nearest } from '../nearest.ts';
import type { Problem } from '../Problem.ts';
import type { DeclarationSet } from './DeclarationSet.ts';

/** Stands for the file name in problems of the menu, which is stored in a database. */
export const MENU = 'menu';

/** R212: a menu entry must lead to an existing page. */
export function checkMenu({ names, environment: { menu = [], builtInPages } }: DeclarationSet): Problem[] {
  if (!builtInPages) return [];
  const pages = [...builtInPages, ...names];
  return [...new Set(menu)]
    .filter((page) => !pages.includes(page))
    .map((page) => {
      const suggestion = nearest(page, pages);
      return {
        id: 'R212',
        severity: PROBLEMS.R212.severity,
        file: MENU,
        line: 1,
        column: 1,
        pointer: '',
        args: { page },
        ...(suggestion === undefined ? {} : { suggestion }),
      };
    });
}

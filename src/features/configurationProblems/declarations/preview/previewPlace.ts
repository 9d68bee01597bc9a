import { matchPath } from 'react-router-dom';

/** What an address shows: a page, of which record. */
export type PreviewPlace =
  { page: 'list' } | { page: 'create' } | { page: 'edit'; id: string } | { page: 'show'; id: string };

/** Null if it is an address of other pages. */
export function placeIn(pathname: string, basePath: string): PreviewPlace | null {
  const match = (rest: string) => matchPath(`${basePath}${rest}`, pathname);
  if (match('')) return { page: 'list' };
  if (match('/create')) return { page: 'create' };
  const shown = match('/:id/show')?.params['id'];
  if (shown !== undefined) return { page: 'show', id: shown };
  const edited = match('/:id')?.params['id'];
  return edited === undefined ? null : { page: 'edit', id: edited };
}

import { editPath, recordPath, type ResourceView } from '../../ResourceView.ts';

/** Address that a record's name links to, or null if the user may not open it or the list declares none. */
export function openPath({ resource, basePath, canShow, canEdit }: ResourceView, id: string | number): string | null {
  const { rowClick } = resource.list;
  if (rowClick === 'none') return null;
  if (rowClick === 'edit' && canEdit) return editPath(basePath, id);
  return canShow ? recordPath(basePath, id) : null;
}

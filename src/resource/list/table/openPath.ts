import { editPath, recordPath, type ResourceView } from '../../ResourceView.ts';

/** Where the name of a record leads, as far as the user may go; null where it leads nowhere. */
export function openPath({ resource, basePath, canShow, canEdit }: ResourceView, id: string | number): string | null {
  const { rowClick } = resource.list;
  if (rowClick === 'none') return null;
  if (rowClick === 'edit' && canEdit) return editPath(basePath, id);
  return canShow ? recordPath(basePath, id) : null;
}

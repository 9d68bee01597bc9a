import { createPath, type ResourceView } from '../ResourceView.ts';

/**
 * Address of the form of a new record that has the values of another, or null if the user can't duplicate it. The form
 * reads it in `form/duplicates.tsx`.
 */
export function duplicatePath(view: ResourceView, id: string | number): string | null {
  const { resource, basePath, canCreate, canShow } = view;
  const isOffered = resource.list.duplicate && canCreate && canShow;
  return isOffered ? `${createPath(basePath)}?duplicate=${encodeURIComponent(id)}` : null;
}

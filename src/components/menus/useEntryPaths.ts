import { createPath, editPath, type ResourceView } from '#console/views/ResourceView.ts';
import { useResourcePlace } from '#console/views/resourcePlaces.ts';

/** Component of the page on which one entry is changed. */
const EDIT_PAGE = 'editMenu';

/** Addresses of the forms: the menu's own page of them, or below the list where an older menu has none. */
export function useEntryPaths({ basePath }: Pick<ResourceView, 'basePath'>) {
  const place = useResourcePlace(EDIT_PAGE);
  return {
    edit: (id: string) => (place ? `${place.basePath}?id=${encodeURIComponent(id)}` : editPath(basePath, id)),
    create: (parentId: string | null) => {
      if (!place) return createPath(basePath);
      return parentId === null ? place.basePath : `${place.basePath}?parent_id=${encodeURIComponent(parentId)}`;
    },
  };
}

import type { MenuOutline, MenuOutlineEntry } from '#shared/contract/menus.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { createPath, editPath, type ResourceView } from '#console/resource/ResourceView.ts';
import { useResourcePlace } from '#console/resource/resourcePlaces.ts';

/** What entries and their pages are called in the user's language. */
export function useEntryNames({ entries, pages }: MenuOutline) {
  const { translate, language } = useFormatContext();
  const nameOf = (entry: Pick<MenuOutlineEntry, 'title' | 'url_name'>) =>
    entry.title === '' ? entry.url_name : resolveLabel(entry.title, language, translate);
  return {
    nameOf,
    /** '' for none. */
    nameById(id: string | null): string {
      const entry = entries.find((one) => one.id === id);
      return entry ? nameOf(entry) : '';
    },
    /** null for a page that there is not, or not for this tenant. */
    pageName(componentPath: string): string | null {
      const page = pages.find(({ component_path }) => component_path === componentPath);
      return page ? resolveLabel(page.title, language, translate) : null;
    },
  };
}

export type EntryNames = ReturnType<typeof useEntryNames>;

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

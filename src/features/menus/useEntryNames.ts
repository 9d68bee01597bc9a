import type { MenuOutline, MenuOutlineEntry } from '#shared/contract/menus.ts';
import { resolveLabel, plainText } from '@merchant-console/declaration';
import { type ResourceView, useFormatContext, useResourcePlace } from '@merchant-console/ra-declared';
import { createPath, editPath } from '@merchant-console/ra-declared/internal';
import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { resourceTitle } from '#shared/format/resourceName.ts';
import type { MenuItem } from '#shared/menus/MenuItem.ts';
import { useMenuOutline } from './useMenuOutline.ts';

/** Names of entries and their pages in the user's language. */
export function useEntryNames({ entries, pages }: MenuOutline) {
  const { translate, language } = useFormatContext();
  const nameOf = (entry: Pick<MenuOutlineEntry, 'title' | 'url_name'>) =>
    entry.title === '' ? entry.url_name : resolveLabel(entry.title, language, translate);
  const pageOf = (componentPath: string | null) => pages.find(({ component_path }) => component_path === componentPath);
  return {
    nameOf,
    /** The entry's own icon, otherwise that of its page. */
    iconOf: ({ icon, component_path }: Pick<MenuOutlineEntry, 'icon' | 'component_path'>) =>
      icon || (pageOf(component_path)?.icon ?? null),
    /** '' for none. */
    nameById(id: string | null): string {
      const entry = entries.find((one) => one.id === id);
      return entry ? nameOf(entry) : '';
    },
    /** Null for a page that doesn't exist, or not for this tenant. */
    pageName(componentPath: string): string | null {
      const page = pageOf(componentPath);
      return page ? resourceTitle({ name: componentPath, label: page.title }, { language, translate }) : null;
    },
  };
}

export type EntryNames = ReturnType<typeof useEntryNames>;

/** Component of the page that edits one entry. */
const EDIT_PAGE = 'editMenu';

/** Addresses of the forms: the menu's own page for them, or below the list if an older menu lacks that page. */
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

const NONE: MenuOutline = { entries: [], pages: [] };

/** The entry as filled in on the form, and the menu with it in place. */
export interface TypedEntry {
  entry: MenuItem;
  items: readonly MenuItem[];
  outline: MenuOutline;
}

export function useTypedEntry(): TypedEntry {
  const record = useRecordContext();
  const { data: outline = NONE } = useMenuOutline();
  const typed: unknown = useWatch();
  const values: Record<string, unknown> = typeof typed === 'object' ? { ...typed } : {};
  const text = (source: string) => plainText(values[source]).trim();
  const position = values['position'];
  const entry: MenuItem = {
    id: String(record?.id ?? ''),
    parent_id: text('parent_id') || null,
    url_name: text('url_name'),
    component_path: text('component_path') || null,
    redirect: text('redirect') || null,
    is_hidden: values['is_hidden'] === true,
    position: typeof position === 'number' ? position : 0,
  };
  return { entry, outline, items: [...outline.entries.filter(({ id }) => id !== entry.id), entry] };
}

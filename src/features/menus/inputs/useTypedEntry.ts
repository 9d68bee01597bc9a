import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { MenuOutline } from '#shared/contract/menus.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { MenuItem } from '#shared/menus/MenuItem.ts';
import { useMenuOutline } from '../useMenuOutline.ts';

const NONE: MenuOutline = { entries: [], pages: [] };

/** The entry as it stands in the form, and the menu with it in place. */
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

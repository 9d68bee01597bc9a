import { useState, type ReactNode } from 'react';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { lazy } from '../../ui/loading/lazy.tsx';
import type { RowMenuTarget } from './RowMenu.tsx';

const RowMenu = lazy(async () => (await import('./RowMenu.tsx')).RowMenu);

/** Opens the menu of a record, at its button. */
export type OpenRowMenu = (record: IdentifiedRecord, anchor: HTMLElement) => void;

/** The menu of a list's rows, whose code is loaded when one is first opened, and the function that opens it. */
export function useRowMenu(view: ResourceView): [menu: ReactNode, open: OpenRowMenu] {
  const [opened, setOpened] = useState<RowMenuTarget | null>();
  // Stays mounted when closed, because something that it opened may still be there.
  const menu = opened !== undefined && <RowMenu view={view} opened={opened} onClose={() => setOpened(null)} />;
  return [menu, (record, anchor) => setOpened({ record, anchor })];
}

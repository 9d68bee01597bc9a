import type { RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import { usePreference } from '../../preferences/usePreference.ts';
import { createPath, type ResourceView } from '../../ResourceView.ts';
import { openPath } from '../table/openPath.ts';
import type { TableParts } from '../table/TableParts.ts';
import type { Shortcut } from './ShortcutsDialog.tsx';
import { useListKeys } from './useListKeys.ts';

const ShortcutsDialog = onDemand(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog);

const enabledSchema = z.boolean().catch(true);

interface ListShortcutsProps {
  view: ResourceView;
  parts: TableParts;
  /** The list, in which search box and rows are. */
  top: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpen(): void;
  onClose(): void;
}

/** The keys of the list, and the dialog that lists them. */
export function ListShortcuts({ view, parts, top, isOpen, onOpen, onClose }: ListShortcutsProps) {
  const navigate = useNavigate();
  const enabled = usePreference('shortcuts', enabledSchema);
  const { resource, basePath, canCreate } = view;
  const hasSearch = resource.list.search.length > 0;
  const focusOn = (selector: string) => () => top.current?.querySelector<HTMLElement>(selector)?.focus();
  useListKeys(
    {
      '/': hasSearch ? focusOn('input[type=search]') : null,
      n: canCreate ? () => void navigate(createPath(basePath)) : null,
      '?': onOpen,
      ArrowDown: focusOn('tr[data-index][tabindex="0"]'),
    },
    enabled.value,
  );
  if (!isOpen) return null;
  const shortcuts = new Set<Shortcut>(['help', 'move', 'ends']);
  if (hasSearch) shortcuts.add('search');
  if (canCreate) shortcuts.add('create');
  if (openPath(view, '') !== null) shortcuts.add('open');
  if (parts.expand) shortcuts.add('expand');
  if (parts.select) for (const one of ['select', 'select_range', 'unselect'] as const) shortcuts.add(one);
  return (
    <ShortcutsDialog
      shortcuts={shortcuts}
      enabled={enabled.value}
      onEnable={(on) => enabled.change(() => on)}
      onClose={onClose}
    />
  );
}

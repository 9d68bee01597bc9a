import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useRouter } from '../../ui/router/useRouter.ts';
import { z } from 'zod';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { lazy } from '../../ui/loading/lazy.tsx';
import { usePageCommand } from '../../ui/pageCommands.ts';
import { usePreference } from '../../preferences/usePreference.tsx';
import { createPath, type ResourceView } from '../../ResourceView.ts';
import type { TableParts } from '../columns.ts';

const ShortcutsDialog = lazy(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog);

const enabledSchema = z.boolean().catch(true);

interface ListShortcutsProps {
  view: ResourceView;
  parts: TableParts;
  /** Element of the list, with search box and rows. */
  top: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpen(): void;
  onExport(): void;
  onClose(): void;
}

/** Keyboard shortcuts of the list, the dialog that lists them, and the list's actions in the palette. */
export function ListShortcuts({ view, parts, top, isOpen, onOpen, onExport, onClose }: ListShortcutsProps) {
  const { navigate } = useRouter();
  const enabled = usePreference('shortcuts', enabledSchema);
  const { translate } = useFormatContext();
  const { resource, basePath, canCreate, canExport } = view;
  const focusOn = (selector: string) => () => top.current?.querySelector<HTMLElement>(selector)?.focus();
  usePageCommand(canExport ? translate('list.export') : null, DownloadIcon, onExport);
  useListKeys(
    {
      '/': resource.list.search.length > 0 ? focusOn('input[type=search]') : null,
      n: canCreate ? () => void navigate(createPath(basePath)) : null,
      e: canExport ? onExport : null,
      '?': onOpen,
      ArrowDown: focusOn('tr[data-index][tabindex="0"]'),
    },
    enabled.value,
  );
  if (!isOpen) return null;
  return (
    <ShortcutsDialog
      view={view}
      parts={parts}
      enabled={enabled.value}
      onEnable={(on) => enabled.change(() => on)}
      onClose={onClose}
    />
  );
}

/** Actions of single keys, or null if a key does nothing here. */
type ListKeys = Record<'/' | 'n' | 'e' | '?' | 'ArrowDown', (() => void) | null>;

/** Elements in which keys are text or already have a meaning. */
const TAKEN =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=combobox], [role=tablist]';

/** Handles the list's keys anywhere on its page, except in inputs and menus. */
function useListKeys(keys: ListKeys, enabled: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isKey(keys, key)) return;
    if (target instanceof Element && target.closest(TAKEN) !== null) return;
    // While a dialog is open, keys don't act on the page behind it, wherever the focus is.
    if (document.querySelector('[role=dialog][aria-modal=true], .MuiPopover-root') !== null) return;
    const act = keys[key];
    if (!act || (key === 'ArrowDown' && !isNowhere(target))) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!enabled) return undefined;
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
    // eslint-disable-next-line react/exhaustive-deps -- an effect's event is not a dependency
  }, [enabled]);
}

function isKey(keys: ListKeys, key: string): key is keyof ListKeys {
  return Object.hasOwn(keys, key);
}

/** True if no control is focused, where an arrow key would only scroll the page. */
function isNowhere(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.matches('main'));
}

import type { MenuOutlineEntry } from '#shared/contract/menus.ts';
import { DeleteEntryDialog } from './DeleteEntryDialog.tsx';
import type { EntryTask } from './EntryMenu.tsx';
import { MoveToDialog } from './MoveToDialog.tsx';
import type { EntryNames } from './useEntryNames.ts';
import type { TreeMoves } from './useTreeMoves.ts';

interface EntryTaskDialogProps {
  task: EntryTask;
  entries: readonly MenuOutlineEntry[];
  names: EntryNames;
  moves: TreeMoves;
  onClose(): void;
}

/** Asks what must be known before an entry is moved elsewhere or deleted. */
export function EntryTaskDialog({ task: { kind, entry }, entries, names, moves, onClose }: EntryTaskDialogProps) {
  if (kind === 'delete') return <DeleteEntryDialog entry={entry} name={names.nameOf(entry)} onClose={onClose} />;
  return <MoveToDialog {...{ entry, entries, names, moves, onClose }} />;
}

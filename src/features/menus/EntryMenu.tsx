import { MenuItem } from '@mui/material';
import { useDataProvider, useNotify } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import type { MenuOutlineEntry } from '#shared/contract/menus.ts';
import { isExternalAddress } from '#shared/menus/menuAddress.ts';
import { stepMove, type MoveStep } from '#shared/menus/moveItem.ts';
import { errorOf } from '@merchant-console/ra-provider';
import { type ResourceView, useFormatContext } from '@merchant-console/ra-declared';
import { ActionsMenu, Link, useSending } from '@merchant-console/ra-declared/internal';
import { refusalText } from './useMenuOutline.ts';
import { useEntryPaths } from './useEntryNames.ts';
import type { TreeMoves } from './useTreeMoves.ts';

/** An action on an entry that needs a dialog first. */
export interface EntryTask {
  kind: 'move' | 'delete';
  entry: MenuOutlineEntry;
}

interface EntryMenuProps {
  view: ResourceView;
  entries: readonly MenuOutlineEntry[];
  moves: TreeMoves;
  entry: MenuOutlineEntry;
  anchor: HTMLElement;
  onClose(): void;
  onTask(task: EntryTask): void;
}

const STEPS: readonly MoveStep[] = ['up', 'down'];

/** Menu of the actions on one entry. */
export function EntryMenu({ view, entries, moves, entry, anchor, onClose, onTask }: EntryMenuProps) {
  const { translate } = useFormatContext();
  const paths = useEntryPaths(view);
  const toggle = useToggleHidden();
  const { isBlocked } = useSending();
  const takesPages = entry.parent_id === null && !isExternalAddress(entry.url_name);
  return (
    <ActionsMenu anchor={anchor} onClose={onClose}>
      {view.canEdit && (
        <MenuItem component={Link} to={paths.edit(entry.id)}>
          {translate('list.edit')}
        </MenuItem>
      )}
      {view.canCreate && takesPages && (
        <MenuItem component={Link} to={paths.create(entry.id)}>
          {translate('menuEditor.add_below')}
        </MenuItem>
      )}
      {view.canEdit && (
        <MenuItem disabled={isBlocked} onClick={() => void toggle(entry)}>
          {translate(entry.is_hidden ? 'menuEditor.show' : 'menuEditor.hide')}
        </MenuItem>
      )}
      {view.canEdit &&
        STEPS.map((step) => (
          <MenuItem
            key={step}
            disabled={isBlocked || stepMove(entries, entry.id, step) === null}
            onClick={() => moves.move(entry.id, stepMove(entries, entry.id, step))}
          >
            {translate(`menuEditor.${step}`)}
          </MenuItem>
        ))}
      {view.canEdit && (
        <MenuItem onClick={() => onTask({ kind: 'move', entry })}>{translate('menuEditor.move_to')}</MenuItem>
      )}
      {view.canDelete && (
        <MenuItem onClick={() => onTask({ kind: 'delete', entry })} sx={{ color: 'error.main' }}>
          {translate('record.delete')}
        </MenuItem>
      )}
      {!view.canEdit && !view.canDelete && <MenuItem disabled>{translate('list.no_actions')}</MenuItem>}
    </ActionsMenu>
  );
}

function useToggleHidden() {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { translate } = useFormatContext();
  return async (entry: MenuOutlineEntry) => {
    const { id, revision } = entry;
    try {
      const data = { is_hidden: !entry.is_hidden, revision };
      await dataProvider.update('menus', { id, data, previousData: entry });
    } catch (error) {
      notify(refusalText(errorOf(error), translate), { type: 'warning' });
    }
    await queryClient.invalidateQueries({ queryKey: ['menus'] });
  };
}

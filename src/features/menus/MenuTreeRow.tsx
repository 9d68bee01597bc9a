import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import { Chip, IconButton, Link as MuiLink, Typography } from '@mui/material';
import type { KeyboardEvent } from 'react';
import type { MenuOutlineEntry } from '#shared/contract/menus.ts';
import { addressOf } from '#shared/menus/menuAddress.ts';
import { stepMove, type MoveStep } from '#shared/menus/moveItem.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { menuIcon } from '#console/ui/menuIcons.ts';
import { Link } from '#console/ui/router/Link.tsx';
import type { ResourceView } from '#console/resource/ResourceView.ts';
import { useEntryPaths, type EntryNames } from './useEntryNames.ts';
import type { TreeDrag } from './useTreeDrag.ts';
import { handleId, type TreeMoves } from './useTreeMoves.ts';

interface MenuTreeRowProps {
  view: ResourceView;
  entries: readonly MenuOutlineEntry[];
  entry: MenuOutlineEntry;
  names: EntryNames;
  moves: TreeMoves;
  drag: TreeDrag;
  onMenu(anchor: HTMLElement): void;
  /** Opens the dialog that moves the entry, for users who neither drag nor use the keyboard. */
  onMoveTo(): void;
}

const STEPS: Readonly<Record<string, MoveStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** One entry: its name, address and content. */
export function MenuTreeRow({ view, entries, entry, names, moves, drag, onMenu, onMoveTo }: MenuTreeRowProps) {
  const { translate } = useFormatContext();
  const paths = useEntryPaths(view);
  const name = names.nameOf(entry);
  const Icon = menuIcon(entry.icon);
  const over = drag.over?.id === entry.id ? drag.over : null;
  const problem = over?.obstacle ?? (moves.refused?.id === entry.id ? moves.refused.text : null);
  const moveByKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!event.altKey || step === undefined || !view.canEdit) return;
    event.preventDefault();
    moves.move(entry.id, stepMove(entries, entry.id, step));
  };
  return (
    <div
      data-row={entry.id}
      data-level={entry.parent_id === null ? 1 : 2}
      data-held={drag.held === entry.id || undefined}
      data-over={over && over.obstacle === null ? over.side : undefined}
      draggable={view.canEdit}
      {...(view.canEdit ? drag.handlers(entry) : {})}
    >
      {view.canEdit && (
        <IconButton
          id={handleId(entry.id)}
          size="small"
          data-handle
          aria-label={translate('menuEditor.move', { name })}
          aria-describedby="menu-tree-hint"
          onClick={onMoveTo}
          onKeyDown={moveByKey}
        >
          <DragIndicatorIcon />
        </IconButton>
      )}
      <Icon data-icon />
      <span data-title>
        {view.canEdit ? (
          <MuiLink component={Link} to={paths.edit(entry.id)} underline="hover" draggable={false}>
            {name}
          </MuiLink>
        ) : (
          name
        )}
        {entry.is_hidden && <Chip size="small" label={translate('menuEditor.hidden')} />}
      </span>
      <code data-address>{addressOf(entry, entries)}</code>
      <span data-page>
        <Shown entry={entry} names={names} hasPages={entries.some(({ parent_id }) => parent_id === entry.id)} />
      </span>
      <IconButton
        size="small"
        aria-label={translate('list.row_menu', { name })}
        aria-haspopup="menu"
        onClick={(event) => onMenu(event.currentTarget)}
      >
        <MoreVertIcon />
      </IconButton>
      {problem && (
        <Typography data-problem variant="caption">
          {problem}
        </Typography>
      )}
    </div>
  );
}

/** The page, link or redirect that the entry opens. */
function Shown({ entry, names, hasPages }: Pick<MenuTreeRowProps, 'entry' | 'names'> & { hasPages: boolean }) {
  const { translate } = useFormatContext();
  const { redirect, component_path: page } = entry;
  if (redirect !== null) return `→ ${redirect}`;
  if (page !== null) {
    return (
      names.pageName(page) ?? <Chip size="small" color="warning" label={translate('menuEditor.unknown', { page })} />
    );
  }
  if (/^[a-z]+:/.test(entry.url_name)) return translate('menuEditor.external');
  return translate(hasPages ? 'menuEditor.group' : 'menuEditor.empty_group');
}

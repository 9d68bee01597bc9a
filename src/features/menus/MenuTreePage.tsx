import AddIcon from '@mui/icons-material/Add';
import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import PlaylistAddIcon from '@mui/icons-material/PlaylistAdd';
import {
  Box,
  Button,
  Chip,
  IconButton,
  Link as MuiLink,
  Paper,
  Skeleton,
  Stack,
  Typography,
  type Theme,
} from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import type { MenuOutline, MenuOutlineEntry } from '#shared/contract/menus.ts';
import { addressOf } from '#shared/menus/menuAddress.ts';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import { stepMove, type MoveStep } from '#shared/menus/moveItem.ts';
import { type ResourceView, useFormatContext } from '@merchant-console/ra-declared';
import { Link, LoadFailure, menuIcon, visuallyHidden } from '@merchant-console/ra-declared/internal';
import { EntryTaskDialog, MissingPagesDialog } from './menuDialogs.tsx';
import { useEntryNames, useEntryPaths, type EntryNames } from './useEntryNames.ts';
import { useMenuOutline } from './useMenuOutline.ts';
import { EntryMenu, type EntryTask } from './EntryMenu.tsx';
import { handleId, useTreeDrag, useTreeMoves, type TreeDrag, type TreeMoves } from './useTreeMoves.ts';

/** The tenant's menu as a tree of two levels, in which users move, hide and delete entries. */
export function MenuTreePage({ view }: { view: ResourceView }) {
  const { translate } = useFormatContext();
  const { data, error, refetch, isFetching } = useMenuOutline();
  const paths = useEntryPaths(view);
  const [asksMissing, setAsksMissing] = useState(false);
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography component="h1" variant="h5" sx={{ flex: '1 1 auto' }}>
          {view.title}
        </Typography>
        {view.canEdit && (
          <Button size="small" color="inherit" startIcon={<PlaylistAddIcon />} onClick={() => setAsksMissing(true)}>
            {translate('menuEditor.missing')}
          </Button>
        )}
        {view.canCreate && (
          <Button component={Link} to={paths.create(null)} size="small" variant="contained" startIcon={<AddIcon />}>
            {translate('resources.menus.create')}
          </Button>
        )}
      </Stack>
      {error && !data && !isFetching && <LoadFailure error={error} onRetry={refetch} />}
      {!data && !(error && !isFetching) && <Skeleton variant="rounded" height={480} aria-busy="true" />}
      {data && <MenuTree view={view} outline={data} />}
      {asksMissing && <MissingPagesDialog onClose={() => setAsksMissing(false)} />}
    </Stack>
  );
}

/** The entries of a menu with their children. */
function MenuTree({ view, outline }: { view: ResourceView; outline: MenuOutline }) {
  const { translate } = useFormatContext();
  const names = useEntryNames(outline);
  const { entries } = outline;
  const moves = useTreeMoves(entries, names);
  const drag = useTreeDrag(entries, moves);
  const [opened, setOpened] = useState<{ entry: MenuOutlineEntry; anchor: HTMLElement } | null>(null);
  const [task, setTask] = useState<EntryTask | null>(null);

  const row = (entry: MenuOutlineEntry) => (
    <MenuTreeRow
      view={view}
      entries={entries}
      entry={entry}
      names={names}
      moves={moves}
      drag={drag}
      onMenu={(anchor) => setOpened({ entry, anchor })}
      onMoveTo={() => setTask({ kind: 'move', entry })}
    />
  );
  return (
    <Paper variant="outlined" sx={treeStyles}>
      {view.canEdit && (
        <Typography id="menu-tree-hint" variant="body2" color="text.secondary" sx={{ px: 2, py: 1.25 }}>
          {translate('menuEditor.hint')}
        </Typography>
      )}
      <ul aria-label={view.title}>
        {childrenOf(entries, null).map((entry) => (
          <li key={entry.id}>
            {row(entry)}
            <ul aria-label={names.nameOf(entry)}>
              {childrenOf(entries, entry.id).map((page) => (
                <li key={page.id}>{row(page)}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Box role="status" sx={visuallyHidden}>
        {moves.said}
      </Box>
      {opened && (
        <EntryMenu
          view={view}
          entries={entries}
          moves={moves}
          {...opened}
          onClose={() => setOpened(null)}
          onTask={setTask}
        />
      )}
      {task && (
        <EntryTaskDialog task={task} entries={entries} names={names} moves={moves} onClose={() => setTask(null)} />
      )}
    </Paper>
  );
}

/** A tree whose rows have equally wide columns, with the second level indented. */
const treeStyles = {
  minWidth: 0,
  overflow: 'hidden',
  '& ul': { listStyle: 'none', m: 0, p: 0 },
  '& [data-row]': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: {
      xs: 'auto auto minmax(0, 1fr) auto',
      lg: 'auto auto minmax(0, 1fr) 18rem 15rem auto',
    },
    alignItems: 'center',
    columnGap: 1,
    minHeight: 44,
    px: 1,
    py: 0.5,
    borderTop: 1,
    borderColor: 'divider',
    '&:hover, &:focus-within': { backgroundColor: 'action.hover' },
  },
  '& [data-row]:not(:has([data-handle]))': {
    gridTemplateColumns: {
      xs: 'auto minmax(0, 1fr) auto',
      lg: 'auto minmax(0, 1fr) 18rem 15rem auto',
    },
  },
  '& [data-level="2"]': { pl: { xs: 3, sm: 5 } },
  '& [data-held]': { opacity: 0.5 },
  '& [data-over]::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    pointerEvents: 'none',
    border: 0,
    borderStyle: 'solid',
    borderColor: ({ palette }: Theme) => palette.primary.main,
  },
  '& [data-over="before"]::after': { borderTopWidth: 2 },
  '& [data-over="after"]::after': { borderBottomWidth: 2 },
  '& [data-over="inside"]::after': { borderWidth: 2 },
  '& [data-handle]': { cursor: 'grab', color: 'text.secondary' },
  '& [data-icon]': { fontSize: 20, color: 'text.secondary' },
  '& [data-title]': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 1,
    minWidth: 0,
    overflowWrap: 'anywhere',
    fontSize: '0.875rem',
  },
  '& [data-level="1"] [data-title]': { fontWeight: 600 },
  '& [data-address], & [data-page]': {
    fontSize: '0.8125rem',
    color: 'text.secondary',
    overflowWrap: 'anywhere',
    gridColumn: { xs: '-3', lg: 'auto' },
  },
  '& [data-row] > button:last-of-type': { gridRow: { xs: '1', lg: 'auto' }, gridColumn: { xs: '-2', lg: 'auto' } },
  '& [data-problem]': { gridColumn: '1 / -1', color: 'error.main', pb: 0.5, pl: 1 },
} as const;

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
function MenuTreeRow({ view, entries, entry, names, moves, drag, onMenu, onMoveTo }: MenuTreeRowProps) {
  const { translate } = useFormatContext();
  const paths = useEntryPaths(view);
  const name = names.nameOf(entry);
  const Icon = menuIcon(names.iconOf(entry));
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
      {(view.canEdit || view.canCreate || view.canDelete) && (
        <IconButton
          size="small"
          aria-label={translate('list.row_menu', { name })}
          aria-haspopup="menu"
          onClick={(event) => onMenu(event.currentTarget)}
        >
          <MoreVertIcon />
        </IconButton>
      )}
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

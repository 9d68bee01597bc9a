import { Box, Paper, Typography } from '@mui/material';

import { useState } from 'react';
import type { MenuOutline, MenuOutlineEntry } from '#shared/contract/menus.ts';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { ResourceView } from '#console/views/ResourceView.ts';
import { outOfSight } from '#console/views/state/outOfSight.ts';
import { EntryMenu, type EntryTask } from './EntryMenu.tsx';
import { EntryTaskDialog } from './EntryTaskDialog.tsx';
import { MenuTreeRow } from './MenuTreeRow.tsx';
import { treeStyles } from './treeStyles.ts';
import { useEntryNames } from './useEntryNames.ts';
import { useTreeDrag } from './useTreeDrag.ts';
import { useTreeMoves } from './useTreeMoves.ts';

/** The entries of a menu, each with what lies below it. */
export function MenuTree({ view, outline }: { view: ResourceView; outline: MenuOutline }) {
  const { translate } = useFormatContext();
  const names = useEntryNames(outline);
  const { entries } = outline;
  const moves = useTreeMoves(entries, names);
  const drag = useTreeDrag(entries, moves);
  const [opened, setOpened] = useState<{ entry: MenuOutlineEntry; anchor: HTMLElement } | null>(null);
  const [task, setTask] = useState<EntryTask | null>(null);

  const row = (entry: MenuOutlineEntry) => (
    <MenuTreeRow
      {...{ view, entries, entry, names, moves, drag }}
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
      <Box role="status" sx={outOfSight}>
        {moves.said}
      </Box>
      {opened && (
        <EntryMenu {...{ view, entries, moves }} {...opened} onClose={() => setOpened(null)} onTask={setTask} />
      )}
      {task && <EntryTaskDialog {...{ task, entries, names, moves }} onClose={() => setTask(null)} />}
    </Paper>
  );
}

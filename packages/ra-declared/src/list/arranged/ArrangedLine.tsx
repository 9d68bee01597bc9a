import type { Theme } from '@mui/material';
import { memo, type CSSProperties } from 'react';
import { RecordContextProvider } from 'react-admin';
import type { FormatContext } from '../../ui/FormatContext.ts';
import type { Column } from '../columns.ts';
import { cellsOf, menuCell, nameIn } from '../RecordRow.tsx';
import { expandIcon, frame } from '../table/rowIcons.tsx';
import type { ArrangedRow, DropSide } from './arrangedRows.ts';
import { handleId } from './useMoves.ts';

interface ArrangedLineProps {
  row: ArrangedRow;
  index: number;
  columns: readonly Column[];
  isTree: boolean;
  hasMenu: boolean;
  hasHandle: boolean;
  canMove: boolean;
  /** False for a record that is only shown because of those below it. */
  isMatch: boolean;
  context: FormatContext;
  path: string | null;
  isHeld: boolean;
  over: DropSide | undefined;
}

// Created once, like the other icons of rows.
const moveIcon = (
  <svg {...frame}>
    <path d="M9 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4m6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4m-6 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4m6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4m-6 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4m6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4" />
  </svg>
);

/** A record in its place. The table's listeners handle all events. */
export const ArrangedLine = memo(function ArrangedLine(props: ArrangedLineProps) {
  const { row, index, columns, isTree, context, path } = props;
  const { record, level, at, count, hasBelow, isOpen } = row;
  const { translate } = context;
  const name = nameIn({ record, columns, context });
  const before = isTree && (
    <span data-branch>
      {hasBelow && (
        <button type="button" data-act="expand" aria-expanded={isOpen} aria-label={translate('tree.below', { name })}>
          {expandIcon}
        </button>
      )}
    </span>
  );
  return (
    <RecordContextProvider value={record}>
      <tr
        role="row"
        tabIndex={-1}
        aria-level={isTree ? level : undefined}
        aria-posinset={isTree ? at + 1 : undefined}
        aria-setsize={isTree ? count : undefined}
        aria-expanded={hasBelow ? isOpen : undefined}
        data-index={index}
        data-opens={path === null ? undefined : ''}
        data-unmatched={props.isMatch ? undefined : ''}
        data-held={props.isHeld ? '' : undefined}
        data-over={props.over}
        draggable={props.canMove}
        style={levelStyle(level)}
      >
        {props.hasHandle && (
          <td role="cell" data-part="lead">
            {props.canMove && (
              <button
                type="button"
                id={handleId(record.id)}
                data-act="move"
                aria-haspopup="menu"
                aria-describedby="tree-hint"
                aria-label={translate('tree.move', { name })}
              >
                {moveIcon}
              </button>
            )}
          </td>
        )}
        {cellsOf({ record, columns, context, path, before })}
        {props.hasMenu && menuCell(name, context)}
      </tr>
    </RecordContextProvider>
  );
});

function levelStyle(level: number): CSSProperties {
  const variables: Record<`--${string}`, number> = { '--level': level - 1 };
  return variables;
}

const line = (side: string) => ({ [`border${side}Width`]: 2 });

/** Of a table with arranged rows. */
export const treeStyles = {
  '& td[data-slot=title]': {
    maxWidth: { sm: 'min(560px, 60vw)' },
    pl: { sm: 'calc(12px + var(--level) * 24px)' },
  },
  '& tr[data-index]': { position: 'relative', pl: { xs: 'calc(8px + var(--level) * 16px)', sm: 0 } },
  '& [data-branch]': { display: 'inline-block', width: 28 },
  '& button[data-act=expand]': { m: '-3px 0' },
  '& button[data-act=move]': { cursor: 'grab' },
  '& tr[data-unmatched] > td': { opacity: 0.6 },
  '& tr[data-held]': { opacity: 0.5 },
  '& tr[data-over]::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    pointerEvents: 'none',
    border: '0 solid',
    borderColor: ({ palette }: Theme) => palette.primary.main,
  },
  '& tr[data-over=before]::after': line('Top'),
  '& tr[data-over=after]::after': line('Bottom'),
  '& tr[data-over=inside]::after': { borderWidth: 2 },
};

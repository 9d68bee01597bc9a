import { Box, Button, Typography } from '@mui/material';
import { useId, useMemo, useState, type DragEvent } from 'react';
import { useGetList, useListSortContext } from 'react-admin';
import type { Filter } from '@merchant-console/protocol';
import { formatCount, type Field, type KanbanView } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { FormatContextProvider, useFormatContext } from '../../ui/FormatContext.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { useResourceFormat } from '../../useResourceFormat.ts';
import { columnsOf } from '../columns.ts';
import { useSummary } from '../listQuery.ts';
import { summaryFigures } from '../SummaryStrip.tsx';
import type { OpenRowMenu } from '../table/useRowMenu.tsx';
import { BoardCard } from './BoardCard.tsx';
import type { CardMoves } from './useCardMoves.ts';

/** Number of cards that are loaded at once. */
const PER_LOAD = 20;
const NONE: readonly IdentifiedRecord[] = [];

interface BoardColumnProps {
  view: ResourceView;
  board: KanbanView;
  choice: string;
  /** Name of the choice. */
  name: string;
  /** The list's filter. */
  filter: Filter;
  moves: CardMoves;
  /** Null if records have no menu. */
  onMenu: OpenRowMenu | null;
}

/** The records with one choice, as cards. */
export function BoardColumn({ view, board, choice, name, filter, moves, onMenu }: BoardColumnProps) {
  const { resource } = view;
  const { by, sum } = board;
  const { translate } = useFormatContext();
  const { sort } = useListSortContext();
  const heading = useId();
  const [loads, setLoads] = useState(1);
  const [isOver, setOver] = useState(false);
  const own = { ...filter, [by.source]: [choice] };
  const pagination = { page: 1, perPage: loads * PER_LOAD };
  const list = useGetList<IdentifiedRecord>(
    resource.name,
    { pagination, sort, filter: own },
    { placeholderData: (before) => before },
  );
  const { data = NONE, total, error, isFetching, refetch } = list;
  const format = useResourceFormat(resource.name, resource.fields, data);
  const columns = useMemo(() => columnsOf(resource.list), [resource]);
  const left = (total ?? 0) - data.length;
  const isTarget = moves.held !== null && moves.canMoveTo(moves.held.record, choice);
  return (
    <Box
      component="section"
      aria-labelledby={heading}
      aria-busy={isFetching}
      data-over={isOver && isTarget ? '' : undefined}
      onDragOver={(event: DragEvent) => {
        if (!isTarget) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        if (moves.held) moves.move({ ...moves.held, to: choice });
        moves.hold(null);
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, px: 0.5 }}>
        <Typography id={heading} component="h2" variant="subtitle2">
          {name}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {total !== undefined && formatCount(total)}
        </Typography>
        {sum && <ColumnSum view={view} field={sum} filter={own} />}
      </Box>
      {error && !isFetching && <LoadFailure error={error} onRetry={refetch} />}
      <FormatContextProvider value={format}>
        <ul aria-labelledby={heading}>
          {data.map((record) => (
            <BoardCard
              key={record.id}
              view={view}
              board={board}
              record={record}
              columns={columns}
              moves={moves}
              onMenu={onMenu}
            />
          ))}
        </ul>
      </FormatContextProvider>
      {total === 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ px: 0.5 }}>
          {translate('board.empty')}
        </Typography>
      )}
      {left > 0 && (
        <Button size="small" onClick={() => setLoads((now) => now + 1)}>
          {translate('tree.more', { smart_count: left, count: formatCount(left) })}
        </Button>
      )}
    </Box>
  );
}

interface ColumnSumProps {
  view: ResourceView;
  field: Field;
  filter: Filter;
}

/** Sum of a field over all records of a column, per currency. Left out if it can't be loaded. */
function ColumnSum({ view: { resource }, field, filter }: ColumnSumProps) {
  const context = useFormatContext();
  const { data } = useSummary(resource, filter);
  if (!data) return null;
  const figures = summaryFigures(field, data.sums[field.source], null, context);
  return (
    <Typography variant="body2" sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums', textAlign: 'right' }}>
      {figures.map(({ sum, currency }) => (
        <span key={currency} style={{ display: 'block' }}>
          {sum}
        </span>
      ))}
    </Typography>
  );
}

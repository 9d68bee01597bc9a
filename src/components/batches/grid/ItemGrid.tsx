import { Box } from '@mui/material';
import { useState } from 'react';
import { BATCH_COLUMNS, type BatchItem, type BatchState } from '#shared/contract/batches.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { Notice } from '#console/views/state/Notice.tsx';
import type { ItemFilter } from '../useBatch.ts';
import { gridStyles } from './gridStyles.ts';
import { ItemRow } from './ItemRow.tsx';
import { RemoveRow } from './RemoveRow.tsx';
import type { GridEditing } from './useGridEditing.ts';

interface ItemGridProps {
  batch: BatchState;
  items: readonly BatchItem[];
  show: ItemFilter;
  editing: GridEditing;
  onRefresh(): void;
}

/** The rows of a batch. In a draft of one's own each cell can be written anew where it stands. */
export function ItemGrid({ batch, items, show, editing, onRefresh }: ItemGridProps) {
  const { translate } = useFormatContext();
  const [removed, setRemoved] = useState<BatchItem | null>(null);
  if (items.length === 0) {
    return <Notice title={translate(show === 'problems' ? 'batch.no_problems' : 'errors.batch_empty')} />;
  }
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box component="table" sx={gridStyles} aria-label={translate('batch.rows')}>
        <thead>
          <tr>
            <th scope="col">{translate('fields.line_no')}</th>
            {BATCH_COLUMNS.map((column) => (
              <th key={column} scope="col" data-align={column === 'amount' ? 'right' : 'left'}>
                {translate(`fields.${column}`)}
              </th>
            ))}
            <th scope="col" data-align="right">
              {translate('fields.fee')}
            </th>
            <th scope="col">{translate('fields.status')}</th>
            {batch.may_repair && <th scope="col">{translate('list.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ItemRow key={item.id} {...{ batch, item, editing }} onRemove={() => setRemoved(item)} />
          ))}
        </tbody>
      </Box>
      {removed && <RemoveRow item={removed} onDone={onRefresh} onClose={() => setRemoved(null)} />}
    </Box>
  );
}

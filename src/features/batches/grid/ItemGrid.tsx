import { Box, IconButton, Link as MuiLink, type Theme } from '@mui/material';
import { useState } from 'react';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useNotify } from 'react-admin';
import {
  BATCH_COLUMNS,
  removeItemCall,
  type BatchItem,
  type BatchState,
  type BatchColumn,
} from '#shared/contract/batches.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { Notice } from '#console/ui/Notice.tsx';
import { StatusChip } from '#console/fields/choice/StatusChip.tsx';
import { useApi } from '#console/api/createApi.ts';
import { ConfirmDialog } from '#console/ui/ConfirmDialog.tsx';
import { errorText } from '#console/ui/FailureAlert.tsx';
import { renderField } from '#console/fields/renderField.tsx';
import { useDeclaration } from '#console/resource/declaration/useDeclaration.ts';
import { openablePath } from '#console/resource/ResourceView.ts';
import { useFindPlace } from '#console/resource/resourcePlaces.ts';
import type { ItemFilter } from '../useBatch.ts';
import type { GridEditing } from './useGridEditing.ts';
import { ITEM_TONES, useAmountInWords } from '../BatchHeader.tsx';
import { CardAcceptance, ItemCell } from './ItemCell.tsx';

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

interface ItemRowProps {
  batch: BatchState;
  item: BatchItem;
  editing: GridEditing;
  onRemove(): void;
}

/** One row of the file: its cells, its fee and what became of it. */
function ItemRow({ batch, item, editing, onRemove }: ItemRowProps) {
  const { translate } = useFormatContext();
  const amount = useAmountInWords(batch.currency);
  const findPlace = useFindPlace();
  const { cells, problems, line_no, status, twin_line, recent_payout_no, card_concern, error_msg, payout_id } = item;
  const payoutPath = payout_id === null ? null : openablePath(findPlace, 'payouts', payout_id);
  const isOpenCard = card_concern !== null && !item.card_accepted;
  const warnings: Partial<Record<BatchColumn, string[]>> = {
    card_number: isOpenCard ? [translate(`cardNumber.${card_concern}`)] : [],
    amount: [
      ...(twin_line === null ? [] : [translate('batch.twin', { line: twin_line })]),
      ...(recent_payout_no === null ? [] : [translate('batch.recent', { payout: recent_payout_no })]),
    ],
  };
  return (
    <tr data-status={status}>
      <th scope="row" data-label={translate('fields.line_no')}>
        {line_no}
      </th>
      {BATCH_COLUMNS.map((column) => (
        <ItemCell
          key={column}
          place={{ itemId: item.id, column }}
          line={line_no}
          stored={cells[column] ?? ''}
          shown={column === 'amount' && item.amount !== null ? amount(item.amount) : (cells[column] ?? '')}
          problems={problems[column] ?? []}
          warnings={warnings[column] ?? []}
          editing={batch.may_repair ? editing : null}
        >
          {column === 'card_number' && card_concern !== null && (
            <CardAcceptance item={item} editing={batch.may_repair ? editing : null} />
          )}
        </ItemCell>
      ))}
      <td data-align="right" data-label={translate('fields.fee')}>
        {item.fee !== null && <ItemFee {...{ batch, item }} fee={amount(item.fee)} />}
      </td>
      <td data-label={translate('fields.status')}>
        <StatusChip tone={ITEM_TONES[status]}>{translate(`status.${status}`)}</StatusChip>
        {error_msg && <p data-kind="problem">{error_msg}</p>}
        {payoutPath !== null && (
          <MuiLink
            component={Link}
            to={payoutPath}
            aria-label={`${translate('fields.payout_id')}, ${translate('batch.row', { line: line_no })}`}
            sx={{ display: 'block', width: 'fit-content' }}
          >
            {translate('fields.payout_id')}
          </MuiLink>
        )}
      </td>
      {batch.may_repair && (
        <td data-part="remove">
          <IconButton size="small" aria-label={translate('batch.remove_row', { line: line_no })} onClick={onRemove}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </td>
      )}
    </tr>
  );
}

/** The fee of a row as lists show it: expected, frozen, charged, or nothing if it is never charged. */
function ItemFee({ batch, item, fee }: Pick<ItemRowProps, 'batch' | 'item'> & { fee: string }) {
  const context = useFormatContext();
  const { data: resource } = useDeclaration('batch_transfer_items');
  const field = resource?.fields.find(({ source }) => source === 'fee');
  return field ? renderField({ ...item, batch_status: batch.status }, field, context, fee) : null;
}

interface RemoveRowProps {
  item: BatchItem;
  onDone(): void;
  onClose(): void;
}

/** Asks before a row is taken out of its batch. */
function RemoveRow({ item, onDone, onClose }: RemoveRowProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  const notify = useNotify();
  const [isBusy, setIsBusy] = useState(false);
  async function remove(): Promise<void> {
    setIsBusy(true);
    try {
      await api(removeItemCall, { params: { id: item.id } });
    } catch (error) {
      if (error instanceof Error) notify(errorText(error, translate), { type: 'error' });
    }
    onDone();
    onClose();
  }
  return (
    <ConfirmDialog
      isDangerous
      needsServer
      isBusy={isBusy}
      title={translate('batch.remove_row', { line: item.line_no })}
      text={translate('batch.remove_text')}
      confirm={translate('files.remove')}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}

const MARK = ({ palette }: Theme) => `inset 2px 0 ${palette.error.main}`;

const cell = {
  px: 1.25,
  py: 0.75,
  borderBottom: 1,
  borderColor: 'divider',
  textAlign: 'left',
  verticalAlign: 'baseline',
  fontSize: '0.8125rem',
  lineHeight: '22px',
};

/** What opens a cell looks like its text; what is typed stands where the text stood. */
const editors = {
  '& td > button, & td > input': {
    width: '100%',
    minHeight: 28,
    mx: -0.75,
    px: 0.75,
    py: '2px',
    boxSizing: 'content-box',
    font: 'inherit',
    color: 'inherit',
    textAlign: 'inherit',
    border: 1,
    borderRadius: 0.5,
    borderColor: 'transparent',
    backgroundColor: 'transparent',
    overflowWrap: 'anywhere',
  },
  '& td > button': {
    // Of several lines the first stands beside the other cells' texts.
    display: 'inline-flex',
    alignItems: 'baseline',
    cursor: 'text',
    '&:hover': { borderColor: 'action.disabled' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -1 },
  },
  '& td > input': {
    minWidth: 64,
    borderColor: 'primary.main',
    backgroundColor: 'background.paper',
    outline: 'none',
    boxShadow: ({ palette }: Theme) => `0 0 0 1px ${palette.primary.main}`,
    '&::placeholder': { color: 'text.secondary', opacity: 1 },
  },
  '& td[data-align=right] > button': { justifyContent: { xs: 'flex-start', sm: 'flex-end' } },
  '& td[aria-busy] > button': { opacity: 0.75 },
};

const notes = {
  '& p': { m: 0, maxWidth: 260, fontSize: '0.75rem', lineHeight: 1.45 },
  '& td[data-align=right] p': { ml: 'auto' },
  '& p[data-kind=problem]': { color: 'error.main' },
  '& p[data-kind=warning]': { color: 'warning.main' },
};

/** On a phone a row is a card: each cell a line, its column's name in front. */
const cards = {
  '&, & tbody, & tbody tr': { display: 'block' },
  '& thead': { display: 'none' },
  '& tbody tr': { position: 'relative', px: 2, py: 1, borderBottom: 1, borderColor: 'divider' },
  '& tbody td, & tbody th': {
    display: 'grid',
    gridTemplateColumns: '112px minmax(0, 1fr)',
    alignItems: 'baseline',
    columnGap: 1,
    p: 0,
    py: 0.25,
    border: 0,
    textAlign: 'left',
    whiteSpace: 'normal',
    minWidth: 0,
    '&::before': { content: 'attr(data-label)', color: 'text.secondary', fontWeight: 400 },
    '& > div, & > p, & > a': { gridColumn: 2 },
    '& p': { ml: 0, maxWidth: 'none' },
  },
  '& tbody td[data-align], & tbody td[data-align] p': { textAlign: 'left', whiteSpace: 'normal', ml: 0 },
  '& tbody td .status-chip': { justifySelf: 'start' },
  '& tbody td:empty': { display: 'none' },
  '& tbody td[data-part=remove]': {
    position: 'absolute',
    top: 4,
    right: 8,
    display: 'block',
    '&::before': { content: 'none' },
  },
  '& tbody td[data-bad], & tbody td[data-align][data-bad]': { pl: 1, ml: -1 },
};

const gridStyles = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontVariantNumeric: 'tabular-nums',
  '& td': cell,
  '& th': { ...cell, whiteSpace: 'nowrap', color: 'text.secondary', fontSize: '0.75rem', fontWeight: 600 },
  '& [data-align=right]': { textAlign: 'right' },
  '& td[data-align=right]': { whiteSpace: 'nowrap', '& p': { whiteSpace: 'normal' } },
  '& td[data-bad]': {
    boxShadow: MARK,
    backgroundColor: ({ palette }: Theme) => `color-mix(in srgb, ${palette.error.main} 6%, transparent)`,
  },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  ...editors,
  ...notes,
  '@media (max-width: 599.95px)': cards,
};

import { Box, IconButton, Link as MuiLink, Typography } from '@mui/material';
import { useState, type FocusEventHandler } from 'react';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { BATCH_COLUMNS, type BatchColumn } from '#shared/contract/batchFile.ts';
import { removeItemCall, type BatchItem, type BatchState } from '#shared/contract/batches.ts';
import { renderField, StatusChip, useDeclaration, useFindPlace, useFormatContext } from '@merchant-console/ra-declared';
import {
  ConfirmDialog,
  Link,
  Notice,
  openablePath,
  pageHeading,
  useKeptFocus,
  useMutationWithToast,
} from '@merchant-console/ra-declared/internal';
import { useApi } from '#console/api/createApi.ts';
import { ReasonInWords } from '#console/ui/ChannelReason.tsx';
import type { ItemFilter } from '../useBatch.ts';
import { isOpenCard, type GridEditing } from './useGridEditing.ts';
import { useAmountInWords } from '#console/features/figures/useAmount.ts';
import { ITEM_TONES } from '../BatchHeader.tsx';
import { EditableCell } from '#console/ui/grid/EditableCell.tsx';
import { gridStyles } from '#console/ui/grid/gridStyles.ts';
import { CardAcceptance } from './CardAcceptance.tsx';

interface ItemGridProps {
  batch: BatchState;
  items: readonly BatchItem[];
  show: ItemFilter;
  editing: GridEditing;
  onRefresh(): void;
}

/** The rows of a batch. In the user's own draft each cell can be edited in place. */
export function ItemGrid({ batch, items, show, editing, onRefresh }: ItemGridProps) {
  const { translate } = useFormatContext();
  const [removed, setRemoved] = useState<BatchItem | null>(null);
  const onFocus = useKeptFocus(pageHeading);
  if (items.length === 0) {
    return <Notice title={translate(show === 'problems' ? 'grid.no_problems' : 'errors.batch_empty')} />;
  }
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box component="table" sx={gridStyles} aria-label={translate('grid.rows')}>
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
            <ItemRow
              key={item.id}
              batch={batch}
              item={item}
              editing={editing}
              onRemove={() => setRemoved(item)}
              onFocusRemoval={onFocus}
            />
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
  onFocusRemoval: FocusEventHandler;
}

/** One row of the file: its cells, fee and outcome. */
function ItemRow({ batch, item, editing, onRemove, onFocusRemoval }: ItemRowProps) {
  const { translate } = useFormatContext();
  const amount = useAmountInWords(batch.currency);
  const findPlace = useFindPlace();
  const { cells, problems, line_no, status, twin_line, recent_payout_no, card_concern, error_code, error_msg } = item;
  const warnings: Partial<Record<BatchColumn, string[]>> = {
    card_number: isOpenCard(item) ? [translate(`cardNumber.${card_concern}`)] : [],
    remark: item.is_swallowed ? [translate('batch.swallowed')] : [],
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
        <EditableCell
          key={column}
          label={translate(`fields.${column}`)}
          align={column === 'amount' ? 'right' : 'left'}
          isSecret={column === 'card_number'}
          maxLength={2_000}
          place={{ itemId: item.id, column }}
          line={line_no}
          stored={cells[column] ?? ''}
          shown={column === 'amount' && item.amount !== null ? amount(item.amount) : (cells[column] ?? '')}
          problems={problems[column] ?? []}
          warnings={warnings[column] ?? []}
          editing={batch.may_repair ? editing : null}
        >
          {column === 'payee_name' && batch.status === 'draft' && <SavedPayee item={item} />}
          {column === 'card_number' && card_concern !== null && (
            <CardAcceptance item={item} editing={batch.may_repair ? editing : null} />
          )}
        </EditableCell>
      ))}
      <td data-align="right" data-label={translate('fields.fee')}>
        {item.fee !== null && <ItemFee batch={batch} item={item} fee={amount(item.fee)} />}
      </td>
      <td data-label={translate('fields.status')}>
        <StatusChip tone={ITEM_TONES[status]}>{translate(`status.${status}`)}</StatusChip>
        {error_msg && (
          <p data-kind="problem">
            <ReasonInWords code={error_code ?? ''} message={error_msg} />
          </p>
        )}
        {linksOf(item).map(({ label, resource, id, number }) => {
          const path = openablePath(findPlace, resource, id);
          if (path === null) return null;
          return (
            <Box key={label} sx={{ overflowWrap: 'anywhere' }}>
              <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
                {translate(label)}
              </Typography>
              <MuiLink component={Link} to={path} aria-label={`${translate(label)}, ${number}`}>
                {number}
              </MuiLink>
            </Box>
          );
        })}
      </td>
      {batch.may_repair && (
        <td data-part="remove" onFocus={onFocusRemoval}>
          <IconButton size="small" aria-label={translate('batch.remove_row', { line: line_no })} onClick={onRemove}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </td>
      )}
    </tr>
  );
}

/** Says whether the row pays a saved payee, under which name, and whether it is disabled. */
function SavedPayee({ item }: { item: BatchItem }) {
  const { translate } = useFormatContext();
  if (item.saved_payee === null && item.status !== 'valid') return null;
  const { key, color } = payeeNote(item);
  return (
    <Typography component="p" variant="caption" color={color}>
      {translate(`batch.${key}`, { name: item.saved_payee?.name ?? '' })}
    </Typography>
  );
}

function payeeNote({ saved_payee: saved, cells }: BatchItem) {
  if (saved === null) return { key: 'new_payee', color: 'text.secondary' };
  if (saved.status === 'disabled') return { key: 'disabled_payee', color: 'error.main' };
  if (saved.name === cells.payee_name) return { key: 'saved_payee', color: 'text.secondary' };
  return { key: 'saved_payee_as', color: 'warning.main' };
}

interface RelatedLink {
  label: string;
  resource: string;
  id: string;
  number: string;
}

/** A row's related payouts: its own, the one that it repeats, and what repeats it. */
function linksOf(item: BatchItem): RelatedLink[] {
  const { payout_id: id, payout_no: number, repeats_payout_id: repeated, repeats_payout_no: repeatedNumber } = item;
  const payout = (label: string, of: string | null, no: string | null) =>
    of === null || no === null ? [] : [{ label, resource: 'payouts', id: of, number: no }];
  return [
    ...payout('fields.payout_id', id, number),
    ...payout('fields.repeats_payout_id', repeated, repeatedNumber),
    ...(item.repeated_by ? [{ label: 'fields.repeated_by_id', ...item.repeated_by }] : []),
  ];
}

/** A row's fee as in lists: expected, frozen, charged, or nothing if none will be charged. */
function ItemFee({ batch, item, fee }: Pick<ItemRowProps, 'batch' | 'item'> & { fee: string }) {
  const context = useFormatContext();
  const { data: resource } = useDeclaration('batch_transfer_items');
  const field = resource?.fields.find(({ source }) => source === 'fee');
  return field ? renderField({ ...item, batch_status: batch.status }, field, context, fee) : null;
}

/** Asks for confirmation before removing a row from its batch. */
function RemoveRow({ item, onDone, onClose }: { item: BatchItem; onDone(): void; onClose(): void }) {
  const { translate } = useFormatContext();
  const api = useApi();
  const { mutate, isPending } = useMutationWithToast({
    mutationFn: () => api(removeItemCall, { params: { id: item.id } }),
    onSettled() {
      onDone();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isDangerous
      needsServer
      isBusy={isPending}
      title={translate('batch.remove_row', { line: item.line_no })}
      text={translate('batch.remove_text')}
      confirm={translate('files.remove')}
      onConfirm={mutate}
      onClose={onClose}
    />
  );
}

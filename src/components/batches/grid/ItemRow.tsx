import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { IconButton } from '@mui/material';
import { BATCH_COLUMNS, type BatchColumn, type BatchItem, type BatchState } from '#shared/contract/batches.ts';
import { StatusChip } from '#console/fieldTypes/enum/StatusChip.tsx';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { ITEM_TONES } from '../tones.ts';
import { useAmountInWords } from '../useAmountInWords.ts';
import { CardAcceptance } from './CardAcceptance.tsx';
import { ItemCell } from './ItemCell.tsx';
import type { GridEditing } from './useGridEditing.ts';

interface ItemRowProps {
  batch: BatchState;
  item: BatchItem;
  editing: GridEditing;
  onRemove(): void;
}

/** One row of the file: its cells, its fee and what became of it. */
export function ItemRow({ batch, item, editing, onRemove }: ItemRowProps) {
  const { translate } = useFormatContext();
  const amount = useAmountInWords(batch.currency);
  const { cells, problems, line_no, status, twin_line, recent_payout_no, card_concern, error_msg, fee } = item;
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
        {fee !== null && amount(fee)}
      </td>
      <td data-label={translate('fields.status')}>
        <StatusChip tone={ITEM_TONES[status]}>{translate(`status.${status}`)}</StatusChip>
        {error_msg && <p data-kind="problem">{error_msg}</p>}
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

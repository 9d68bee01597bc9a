import { Button, Typography } from '@mui/material';
import type { BatchItem } from '#shared/contract/batches.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useSending } from '#console/views/state/useSending.tsx';
import type { GridEditing } from './useGridEditing.ts';

interface CardAcceptanceProps {
  item: BatchItem;
  /** null: the user can't change the batch. */
  editing: GridEditing | null;
}

/** Below a card number that looks mistyped: the button that accepts it, or that somebody did. */
export function CardAcceptance({ item, editing }: CardAcceptanceProps) {
  const { translate } = useFormatContext();
  const sending = useSending();
  if (item.card_accepted) {
    return (
      <Typography component="p" variant="caption" color="text.secondary">
        {translate('batch.card_accepted')}
      </Typography>
    );
  }
  // A number that was never checked has to be checked first.
  if (!editing || item.card_concern === 'unchecked') return null;
  const isSent = editing.pendingText({ itemId: item.id, column: 'card_number' }) !== undefined;
  const label = translate('batch.accept_card');
  return (
    <div>
      <Button
        size="small"
        aria-label={`${label}, ${translate('batch.row', { line: item.line_no })}`}
        disabled={isSent}
        {...sending.button}
        onClick={() => !sending.isBlocked && editing.acceptCard(item)}
        sx={{ mx: -0.5, py: 0, minWidth: 0 }}
      >
        {label}
      </Button>
    </div>
  );
}

import { Button, Typography } from '@mui/material';
import { useFormatContext } from '@merchant-console/ra-declared';
import { useSending } from '@merchant-console/ra-declared/internal';
import type { BatchItem } from '#shared/contract/batches.ts';
import type { GridEditing } from './useGridEditing.ts';

interface CardAcceptanceProps {
  item: BatchItem;
  /** Null if the user can't change the batch. */
  editing: GridEditing | null;
}

/** Shown below a card number that looks mistyped: a button that accepts it, or a note that it was accepted. */
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
  // An unchecked number must be checked again before it can be accepted.
  if (!editing || item.card_concern === 'unchecked') return null;
  const isSent = editing.pendingText({ itemId: item.id, column: 'card_number' }) !== undefined;
  const label = translate('batch.accept_card');
  return (
    <div>
      <Button
        size="small"
        aria-label={`${label}, ${translate('grid.row', { line: item.line_no })}`}
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

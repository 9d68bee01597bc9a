import { Button } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { acceptCardsCall, type BatchState } from '#shared/contract/batches.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { useApi } from '#console/api/ApiContext.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { ConfirmDialog } from '#console/views/state/ConfirmDialog.tsx';
import { errorText } from '#console/views/state/errorText.ts';

/** Accepts all card numbers of a draft that look mistyped, after a question: files of account numbers have many. */
export function AcceptCards({ batch, onChange }: { batch: BatchState; onChange(): void }) {
  const { translate } = useFormatContext();
  const api = useApi();
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  async function accept(): Promise<void> {
    setIsBusy(true);
    try {
      await api(acceptCardsCall, { params: { id: batch.id }, body: { revision: batch.revision } });
    } catch (error) {
      if (error instanceof Error) notify(errorText(error, translate), { type: 'error' });
    }
    setIsBusy(false);
    setIsOpen(false);
    onChange();
  }
  const count = { smart_count: batch.open_card_count, count: formatAmount(String(batch.open_card_count), 0) };
  return (
    <>
      <Button color="inherit" size="small" onClick={() => setIsOpen(true)}>
        {translate('batch.accept_cards')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          needsServer
          isBusy={isBusy}
          title={translate('batch.accept_cards')}
          text={translate('batch.accept_cards_text', count)}
          confirm={translate('batch.accept_cards')}
          onConfirm={() => void accept()}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

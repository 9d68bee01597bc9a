import { submitBatchCall, type BatchState } from '#shared/contract/batches.ts';
import type { Action } from '#shared/declaration/action.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useAmountInWords } from './useAmountInWords.ts';

/** Submitting a batch, in the form of a declared action: it asks with the sums, and then for the payment password. */
export function useSubmitAction(batch: BatchState): Action {
  const { translate } = useFormatContext();
  const amount = useAmountInWords(batch.currency);
  const question = translate('batch.submit_question', {
    ...{ smart_count: batch.valid_count, count: formatAmount(String(batch.valid_count), 0) },
    ...{ amount: amount(batch.total_amount), fee: amount(batch.total_fee) },
  });
  return {
    ...{ key: 'submit', label: 'resources.batch_transfers.actions.submit', icon: null, scope: 'row' },
    ...{ method: 'POST', path: submitBatchCall.path.slice(1), when: null, form: [], page: null, set: null },
    ...{ confirm: { title: null, text: question }, permission: submitBatchCall.access.permission },
    ...{ payPassword: true, totp: false, inList: true, result: null, idempotent: true, success: null },
    // oxlint-disable-next-line unicorn/no-thenable -- the format's word; it holds a text, not a function
    then: 'refresh',
  };
}

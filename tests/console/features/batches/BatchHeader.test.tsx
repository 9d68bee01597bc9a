import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BatchState } from '#shared/contract/batches.ts';
import { BatchHeader } from '#console/features/batches/BatchHeader.tsx';
import { FormatContextProvider } from '#console/ui/FormatContext.ts';
import { formatContext } from '#tests/support/formatContext.ts';

const batch: Omit<BatchState, 'status'> = {
  ...{ id: 'b', batch_no: 'B1', file_name: 'wages.csv', currency: 'CNY', revision: 1 },
  ...{ total_count: 3, valid_count: 3, invalid_count: 0, success_count: 1, failed_count: 2 },
  ...{ total_amount: '30000', total_fee: '600', success_amount: '10000', success_fee: '200' },
  ...{ channel_id: null, channel_name: null, creator_id: null, creator_name: null, approver_name: null },
  ...{ created_at: '2026-11-20T04:00:00.000Z', submitted_at: null, may_repair: false, may_submit: false },
  ...{ needs_second_person: false, open_card_count: 0, warning_count: 0 },
};

const FEES = /fee|paid/i;

/** Names and amounts of what the header says was paid or costs. */
async function costsOf(status: BatchState['status']) {
  render(
    <FormatContextProvider value={await formatContext()}>
      <BatchHeader batch={{ ...batch, status }} />
    </FormatContextProvider>,
  );
  const terms = screen.getAllByRole('term').filter(({ textContent }) => FEES.test(textContent));
  return terms.map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent]);
}

it.each<[BatchState['status'], string[][]]>([
  ['draft', [['Total fee (expected)', '6.00 CNY']]],
  ['submitted', [['Total fee (frozen)', '6.00 CNY']]],
  ['partly_failed', [['Amount paid', '100.00 CNY'], ['Fees charged', '2.00 CNY']]], // prettier-ignore
  ['discarded', []],
])('the header of a batch says what it costs as it stands: %s', async (status, costs) => {
  expect(await costsOf(status)).toEqual(costs);
});

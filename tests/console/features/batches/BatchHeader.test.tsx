import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BatchState } from '#shared/contract/batches.ts';
import { BatchHeader } from '#console/features/batches/BatchHeader.tsx';
import { FormatContextProvider } from '../../../../packages/ra-declared/src/ui/FormatContext.ts';
import { formatContext } from '#tests/support/formatContext.ts';
import { endedBatch } from './endedBatch.ts';

const FEES = /fee|paid|debited|frozen/i;

/** Labels and amounts of what the header says was paid or will be paid. */
async function costsOf(status: BatchState['status']) {
  render(
    <FormatContextProvider value={await formatContext()}>
      <BatchHeader batch={endedBatch({ status })} />
    </FormatContextProvider>,
  );
  const terms = screen.getAllByRole('term').filter(({ textContent }) => FEES.test(textContent));
  return terms.map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent]);
}

it.each<[BatchState['status'], string[][]]>([
  ['draft', [['Total fee (expected)', '6.00 CNY'], ['To be debited', '306.00 CNY']]], // prettier-ignore
  ['submitted', [['Total fee (frozen)', '6.00 CNY'], ['Frozen', '306.00 CNY']]], // prettier-ignore
  ['partly_failed', [['Amount paid', '100.00 CNY'], ['Fees charged', '2.00 CNY']]], // prettier-ignore
  ['discarded', []],
])('the header of a batch shows its costs in each status: %s', async (status, costs) => {
  expect(await costsOf(status)).toEqual(costs);
});

it.each([
  [0, 'Total amount'],
  [2, 'Total of valid rows'],
])('with %i invalid rows, its sum is named "%s"', async (invalid_count, name) => {
  render(
    <FormatContextProvider value={await formatContext()}>
      <BatchHeader batch={endedBatch({ status: 'draft', invalid_count })} />
    </FormatContextProvider>,
  );
  expect(screen.getByText(name, { selector: 'dt' })).toBeInTheDocument();
});

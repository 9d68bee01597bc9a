import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

async function amountsOf(terms: Parameters<typeof orderRecord>[1]): Promise<(string | null)[]> {
  const order = orderRecord(1, terms);
  const { provider } = recordingProvider({ orders: [order], channels: [channelRecord()] });
  await renderDeclaredPage({ dataProvider: provider, address: `${LIST_PATH}/order-1/show` });
  const group = within(await screen.findByRole('region', { name: 'Amounts' }));
  return [...group.getAllByRole('term'), ...group.getAllByRole('definition')].map(({ textContent }) => textContent);
}

describe('the breakdown of a fee', () => {
  it('deducts an inner fee from the amount', async () => {
    const terms = { amount: '100000', fee: '350', rate_bps: 25, fixed_fee: '100', deduction: 'inner' } as const;
    expect(await amountsOf({ ...terms, status: 'success' })).toEqual([
      ...['Order amount', 'Fee0.25% + 1.00 CNY · Deducted from amount', 'The payer paid', 'Net amount'],
      ...['1,000.00 CNY', '− 3.50 CNY', '1,000.00 CNY', '996.50 CNY'],
    ]);
  });

  it('adds an outer fee, exact to the last unit of the largest amounts', async () => {
    const terms = { amount: '9007199254740993', fee: '7', rate_bps: 0, fixed_fee: '7', deduction: 'outer' } as const;
    expect(await amountsOf({ ...terms, status: 'success' })).toEqual([
      ...['Order amount', 'Fee0.07 CNY · Added to amount', 'The payer paid', 'Net amount'],
      ...['90,071,992,547,409.93 CNY', '+ 0.07 CNY', '90,071,992,547,410.00 CNY', '90,071,992,547,409.93 CNY'],
    ]);
  });

  it.each([
    ['more', '5000', 'the channel’s minimum fee'],
    ['less', '10', 'the channel’s maximum fee'],
  ])('says why a fee is %s than its rate gives', async (_, fee, words) => {
    const terms = { amount: '100000', fee, rate_bps: 25, fixed_fee: '0', deduction: 'inner' } as const;
    expect((await amountsOf(terms))[1]).toBe(`Fee0.25% · Deducted from amount · ${words}`);
  });
});

describe('the events of a record', () => {
  it('are those whose times are set, newest first', async () => {
    const order = orderRecord(1, {
      status: 'success',
      created_at: '2026-11-20T03:59:00.000Z',
      succeeded_at: '2026-11-20T04:01:30.000Z',
      updated_at: '2026-11-20T04:01:30.000Z',
      expires_at: '2026-11-20T04:29:00.000Z',
    });
    const { provider } = recordingProvider({ orders: [order], channels: [channelRecord()] });
    await renderDeclaredPage({ dataProvider: provider, address: `${LIST_PATH}/order-1/show` });
    const history = within(await screen.findByRole('region', { name: 'History' }));
    expect((await history.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'Paid2026-11-20 12:01:30',
      'Created2026-11-20 11:59:00',
    ]);
  });
});

import { screen, within } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { ApiProvider, createApi } from '#console/api/createApi.ts';
import { MerchantFigures } from '#console/features/dashboard/MerchantFigures.tsx';
import { ResourcePlacesProvider } from '../../../../packages/ra-declared/src/resourcePlaces.ts';
import type { HomeRange, MerchantFigures as Figures } from '#shared/contract/dashboard.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { renderInConsole } from '../../shell/renderInConsole.tsx';

const user = quickUser();
const DAY = { from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' };
const DAYS = { from: '2026-11-20', to: '2026-11-20' };
const COUNTS = { count: 7, open_count: 2, success_count: 4, success_rate: 8000 };

function figuresOf(range: HomeRange): Figures {
  const fees = { collections: '900', payouts: '200', deposits: '0', withdrawals: '0', returned: '150', total: '950' };
  return {
    range: { key: range, days: DAYS, days_before: DAYS, span: DAY, before: DAY, step: 'hour' },
    balances: [
      { currency: 'CNY', available: '123456', frozen: '4400', total: '127856' },
      { currency: 'JPY', available: '5000', frozen: '0', total: '5000' },
    ],
    business: [
      {
        currency: 'CNY',
        figures: { ...COUNTS, amount: range === 'today' ? '80000' : '990000', fee: '900' },
        payouts: { ...COUNTS, amount: '3000' },
        fees,
      },
    ],
  };
}

/** @param isRefused the server answers with an error */
function show(isRefused = false) {
  const api = createApi('', async (url) => {
    if (isRefused) throw ApiError.refused(500, { code: 500, msg: 'Try again later.', data: null });
    const asked = new URL(url, 'http://console.test');
    expect(asked.pathname).toBe('/merchants/merchant-1/figures');
    const range = asked.searchParams.get('range');
    const data = figuresOf(range === '7d' ? '7d' : 'today');
    return { status: 200, headers: new Headers(), body: '', json: data };
  });
  renderInConsole(
    <ResourcePlacesProvider value={(resource) => ({ basePath: `/${resource}`, permissions: [] })}>
      <ApiProvider value={api}>
        <RecordContextProvider value={{ id: 'merchant-1' }}>
          <MerchantFigures />
        </RecordContextProvider>
      </ApiProvider>
    </ResourcePlacesProvider>,
  );
}

const parts = async (title: string) =>
  (await screen.findAllByRole('region', { name: title })).map((part) => within(part));
const filterOf = (link: HTMLElement): unknown =>
  JSON.parse(new URL(link.getAttribute('href') ?? '', 'http://console.test').searchParams.get('filter') ?? 'null');

describe('the figures of a merchant', () => {
  it('show the balance of each currency in its own decimals', async () => {
    show();
    const [yuan, yen] = await parts('Balances');
    expect(yuan?.getByText('1,234.56')).toBeInTheDocument();
    expect(yuan?.getByText('44.00')).toBeInTheDocument();
    expect(yen?.getAllByText('5,000')).toHaveLength(2);
  });

  it('link to exactly the orders and payouts of the merchant that they count', async () => {
    show();
    const [collected] = await parts('Collected');
    const [paid] = await parts('Payouts');
    const of = { tenant_id: 'merchant-1', currency: 'CNY', created_at_gte: DAY.from };
    const amount = collected?.getByRole('link', { name: /800\.00/ });
    expect(amount && filterOf(amount)).toMatchObject({ ...of, status: ['success'] });
    const open = paid?.getByRole('link', { name: /Pending/ });
    expect(open && filterOf(open)).toMatchObject({ ...of, status: ['pending_approval', 'pending', 'processing'] });
    expect(open?.getAttribute('href')).toMatch(/^\/platform_payouts\?/);
  });

  it('show the fees separately, with those returned by refunds', async () => {
    show();
    const [earned] = await parts('Fees earned');
    expect(earned?.getByText('9.50')).toBeInTheDocument();
    const returned = earned?.getByRole('link', { name: /-1\.50/ });
    expect(returned && filterOf(returned)).toMatchObject({ tenant_id: 'merchant-1', status: ['success'] });
    expect(earned?.queryByText('Deposits')).toBeNull();
  });

  it('are those of the selected range', async () => {
    show();
    expect(await screen.findByRole('link', { name: /800\.00/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Last 7 days' }));
    expect(await screen.findByRole('link', { name: /9,900\.00/ })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /800\.00/ })).toBeNull();
  });

  it('say why there are none', async () => {
    show(true);
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again later.');
  });
});

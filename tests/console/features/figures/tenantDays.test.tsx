import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { RangeBar, useRange } from '#console/features/dashboard/RangeBar.tsx';
import { TrendCard } from '#console/features/dashboard/TrendCard.tsx';
import { useFilteredOrdersLink } from '#console/features/statistics/useStatistics.ts';
import { ResourcePlacesProvider } from '../../../../packages/ra-declared/src/resourcePlaces.ts';
import type { CurrencyFigures, OrderFigures, RangeShown } from '#shared/contract/dashboard.ts';
import { Link } from '../../../../packages/ra-declared/src/ui/router/Link.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { renderInConsole } from '../../shell/renderInConsole.tsx';

/** A user in New York of a merchant in Shanghai, 12 or 13 hours ahead. */
const ABROAD = {
  currency: 'CNY',
  is_divide_hundred: 1,
  time_zone: 'America/New_York',
  tenant_time_zone: 'Asia/Shanghai',
} as const;

/** A day in Shanghai. */
const span = { from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' };
const days = { from: '2026-11-20', to: '2026-11-20' };
const before = { from: '2026-11-18T16:00:00.000Z', to: '2026-11-19T02:30:00.000Z' };
const range: RangeShown = {
  key: 'today',
  days,
  days_before: { from: '2026-11-19', to: '2026-11-19' },
  span,
  before,
  step: 'hour',
};
const counted: OrderFigures = {
  count: 3,
  open_count: 0,
  success_count: 3,
  success_rate: 10_000,
  amount: '300',
  fee: '3',
};
const figures: CurrencyFigures = {
  currency: 'CNY',
  figures: counted,
  figures_before: counted,
  data_since: null,
  trend: [{ span: { from: span.from, to: '2026-11-19T17:00:00.000Z' }, figures: counted }],
  trend_before: [],
  by_status: [],
  by_channel: [],
};

const show = (content: ReactNode) => renderInConsole(content, '/dashboard', ABROAD);

describe('for a user with a time zone of their own', () => {
  it('a figure of the statistics links to the orders of the merchant’s day that it counts', () => {
    const overview = { period: days, previous: days, path: [], days: ['2026-11-20'], members: [], currencies: [] };
    const Figure = () => <Link to={useFilteredOrdersLink(overview, 'CNY')({ kind: 'collection' }) ?? ''}>3</Link>;
    show(
      <ResourcePlacesProvider value={(resource) => ({ basePath: `/${resource}`, permissions: [] })}>
        <Figure />
      </ResourcePlacesProvider>,
    );
    const { searchParams } = new URL(screen.getByRole<HTMLAnchorElement>('link').href);
    expect(JSON.parse(searchParams.get('filter') ?? '')).toEqual({
      created_at_gte: '2026-11-19T16:00:00.000Z',
      created_at_lte: '2026-11-20T15:59:59.999Z',
    });
  });

  it('the hours of the trend and the end of the compared day are the merchant’s, and the page says so', async () => {
    const Bar = () => <RangeBar state={useRange()} shown={range} />;
    show(
      <>
        <Bar />
        <TrendCard range={range} figures={figures} today={days.from} linkTo={() => '/orderList'} />
      </>,
    );
    expect(screen.getByText(/up to 10:30 · Dates in Asia\/Shanghai time$/)).toBeInTheDocument();
    await quickUser().click(screen.getByRole('button', { name: 'Table' }));
    expect(screen.getByText('00:00')).toBeInTheDocument();
  });

  it('today is the merchant’s', () => {
    const Today = () => <p>{useRange().today}</p>;
    show(<Today />);
    expect(screen.getByText(/^\d{4}/)).toHaveTextContent('2026-11-20');
  });
});

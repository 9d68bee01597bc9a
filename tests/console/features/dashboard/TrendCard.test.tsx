import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TrendCard } from '#console/features/dashboard/TrendCard.tsx';
import type { CurrencyFigures, RangeShown } from '#shared/contract/dashboard.ts';
import { renderInConsole } from '../../shell/renderInConsole.tsx';

const span = { from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' };
const days = { from: '2026-11-20', to: '2026-11-20' };
const range: RangeShown = { key: 'today', days, days_before: days, span, before: span, step: 'hour' };

/** The trend of a range with `count` failed orders. */
function show(count: number) {
  const figures = { count, open_count: 0, success_count: 0, success_rate: null, amount: '0', fee: '0' };
  const trend = [{ span, figures }];
  const shown: CurrencyFigures = {
    currency: 'CNY',
    figures,
    figures_before: figures,
    data_since: null,
    trend,
    trend_before: [],
    by_status: [],
    by_channel: [],
  };
  renderInConsole(<TrendCard range={range} figures={shown} today="2026-11-20" linkTo={() => '/orderList'} />);
}

it('asks the user to select an hour if the range has orders', () => {
  show(3);
  expect(screen.getByText('No successful orders in this period')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent(/^Select an hour/);
});

it("doesn't ask the user to select an hour if the range has no orders", () => {
  show(0);
  expect(screen.getByText('No orders in this period')).toBeInTheDocument();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

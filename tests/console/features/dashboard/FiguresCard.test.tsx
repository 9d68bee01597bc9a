import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FiguresCard } from '#console/features/dashboard/FiguresCard.tsx';
import type { CurrencyFigures, RangeShown } from '#shared/contract/dashboard.ts';
import { renderInConsole } from '../../shell/renderInConsole.tsx';

const span = { from: '2026-05-17T16:00:00.000Z', to: '2026-05-24T16:00:00.000Z' };
const days = { from: '2026-05-18', to: '2026-05-24' };
const range: RangeShown = { key: '7d', days, days_before: days, span, before: span, step: 'day' };
const figuresOf = (amount: string, success_rate: number) => ({
  count: 3,
  open_count: 0,
  success_count: 3,
  success_rate,
  amount,
  fee: '0',
});

function show(data_since: string | null) {
  const figures: CurrencyFigures = {
    currency: 'CNY',
    figures: figuresOf('1207100', 9_000),
    figures_before: figuresOf('100000', 8_000),
    data_since,
    trend: [],
    trend_before: [],
    by_status: [],
    by_channel: [],
  };
  renderInConsole(<FiguresCard range={range} figures={figures} linkTo={() => null} />);
}

it('compares the range with the days before', () => {
  show(null);
  expect(screen.getByText('Up 1,107.1%')).toBeInTheDocument();
  expect(screen.getByText('Up 10.00 points')).toBeInTheDocument();
});

it('says since when there are data, in the merchant’s days, if the days before began earlier', () => {
  show('2026-05-11T16:15:00.000Z');
  expect(screen.getAllByText('Data since 12 May')).toHaveLength(2);
  expect(screen.queryByText(/^Up /)).not.toBeInTheDocument();
});

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PAYMENT } from '#console/features/moneyRequests/moneyKinds.ts';
import { QuoteSummary } from '#console/features/moneyRequests/QuoteSummary.tsx';
import { renderInConsole } from '../../shell/renderInConsole.tsx';

it('shows the current balance before an amount is entered', () => {
  const balance = { available: '123456', currency: 'CNY' };
  renderInConsole(
    <QuoteSummary kind={PAYMENT} rule={null} balance={balance} quote={null} error={null} isPending={false} />,
  );
  const figureOf = (name: string) => screen.getByText(name).nextElementSibling;
  expect(figureOf('Current balance')).toHaveTextContent('1,234.56 CNY');
  expect(figureOf('Balance after')).toHaveTextContent('—');
});

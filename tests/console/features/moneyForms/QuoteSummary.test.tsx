import { readFileSync } from 'node:fs';
import { declarationSchema, toResource } from '@merchant-console/declaration';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { PAYMENT } from '#console/features/moneyForms/moneyKinds.ts';
import { QuoteSummary } from '#console/features/moneyForms/QuoteSummary.tsx';
import { renderInConsole } from '../../shell/renderInConsole.tsx';

const declaration: unknown = JSON.parse(readFileSync('resources/payment_requests.json', 'utf8'));
const ACTION = toResource(declarationSchema.parse(declaration)).actions.find(({ key }) => key === 'request') ?? {
  quote: null,
};

const figureOf = (name: string) => screen.getByText(name).nextElementSibling;

it('shows the current balance before an amount is entered', () => {
  const balance = { available: '123456', currency: 'CNY' };
  renderInConsole(
    <QuoteSummary
      kind={PAYMENT}
      action={ACTION}
      rule={null}
      balance={balance}
      quote={null}
      error={null}
      isPending={false}
    />,
  );
  expect(figureOf('Current balance')).toHaveTextContent('1,234.56 CNY');
  expect(figureOf('Balance after')).toHaveTextContent('—');
});

it('shows fee, debit and shortfall of a payment that the balance doesn’t cover', () => {
  const rule = { rate_bps: 0, fixed_fee: '200', min_fee: null, max_fee: null, deduction: 'outer' } as const;
  const range = { min_amount: '1', max_amount: '999999' };
  const figures = { amount: '10000', fee: '200', arrival_amount: '10000', debit_amount: '10200' };
  const balance = { available: '9000', available_after: '-1200' };
  const error = ApiError.refused(422, {
    code: 42_200,
    msg: 'Check the fields',
    data: {
      error: 'validation',
      errors: { amount: 'Insufficient balance' },
      quote: { ...rule, ...range, ...figures, ...balance, currency: 'CNY', needs_approval: false, approval: null },
    },
  });
  renderInConsole(
    <QuoteSummary
      kind={PAYMENT}
      action={ACTION}
      rule={null}
      balance={null}
      quote={null}
      error={error}
      isPending={false}
    />,
  );
  expect(figureOf('Payee receives')).toHaveTextContent('100.00 CNY');
  expect(figureOf('Current balance')).toHaveTextContent('90.00 CNY');
  expect(figureOf('Balance after')).toHaveTextContent('-12.00 CNY');
  expect(screen.queryByText(/can’t be calculated/)).toBeNull();
});

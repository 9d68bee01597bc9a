import type { MoneyQuote } from '#shared/contract/moneyForms.ts';
import type { MoneyKind } from './moneyKinds.ts';

export interface QuoteRow {
  source: keyof Pick<
    MoneyQuote,
    'amount' | 'fee' | 'arrival_amount' | 'debit_amount' | 'available' | 'available_after'
  >;
  /** Translation key. */
  label: string;
  isMain: boolean;
}

/** The figures of a quote in the order in which people reckon: what, less what, makes what, and what is left. */
export function quoteRows({ page }: Pick<MoneyKind, 'page'>): QuoteRow[] {
  return [
    { source: 'amount', label: 'fields.amount', isMain: false },
    { source: 'fee', label: 'fields.fee', isMain: false },
    { source: 'debit_amount', label: `moneyForms.${page}.debit`, isMain: page === 'recharge' },
    { source: 'arrival_amount', label: `moneyForms.${page}.arrival`, isMain: page !== 'recharge' },
    { source: 'available', label: 'moneyForms.balance_now', isMain: false },
    { source: 'available_after', label: 'moneyForms.balance_after', isMain: false },
  ];
}

import type { MoneyChannel, MoneyQuote } from '#shared/contract/moneyForms.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { computeFee, type FeeRule } from '#shared/money/fee.ts';
import { scaleOfCurrency } from '#shared/money/scaleOfCurrency.ts';
import type { FormatContext } from '#console/ui/FormatContext.ts';

/** A channel's rule as it is sent, also as part of a quote. */
export type FeeTerms = Pick<MoneyChannel, 'rate_bps' | 'fixed_fee' | 'min_fee' | 'max_fee' | 'deduction' | 'currency'>;
type Writing = Pick<FormatContext, 'currencyData' | 'translate'>;

export function feeRuleOf({ rate_bps, fixed_fee, min_fee, max_fee }: FeeTerms): FeeRule {
  return {
    rateBps: rate_bps,
    fixedFee: BigInt(fixed_fee),
    minFee: min_fee === null ? null : BigInt(min_fee),
    maxFee: max_fee === null ? null : BigInt(max_fee),
  };
}

/** A channel's fee: `0.5% + 1.00, minimum 2.00, added to amount`. */
export function ruleInWords(rule: FeeTerms, { currencyData, translate }: Writing): string {
  const scale = scaleOfCurrency(rule.currency, currencyData);
  const amount = (minor: string | bigint) => formatAmount(minor, scale);
  const { rate_bps, fixed_fee, min_fee, max_fee } = rule;
  const deduction = translate(`moneyForms.${rule.deduction}`);
  const listed = (parts: readonly string[]) => parts.join(translate('moneyForms.comma'));
  if (rate_bps === 0) {
    // The same whatever the amount is, so that its bounds have nothing to say.
    const fee = computeFee(1n, feeRuleOf(rule));
    return fee === 0n ? translate('moneyForms.no_fee') : listed([amount(fee), deduction]);
  }
  const rate = `${formatAmount(String(rate_bps), 2).replace(/\.?0+$/, '')}%`;
  return listed([
    fixed_fee === '0' ? rate : `${rate} + ${amount(fixed_fee)}`,
    ...(min_fee === null || min_fee === '0' ? [] : [translate('moneyForms.at_least', { fee: amount(min_fee) })]),
    ...(max_fee === null ? [] : [translate('moneyForms.at_most', { fee: amount(max_fee) })]),
    deduction,
  ]);
}

/** What a person has agreed to: another quote that says the same is no news. */
export function isSameDeal(one: MoneyQuote, other: MoneyQuote): boolean {
  return (
    one.fee === other.fee &&
    one.arrival_amount === other.arrival_amount &&
    one.debit_amount === other.debit_amount &&
    one.currency === other.currency &&
    one.needs_approval === other.needs_approval
  );
}

/** One column to read and fill in, with the figures beside it where there is room, and amid it where there is not. */
export const columns = {
  display: 'grid',
  alignItems: 'start',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 640px) 320px' },
  gridTemplateAreas: { xs: '"main" "summary" "more"', lg: '"main summary" "more summary"' },
  gridTemplateRows: { lg: 'auto 1fr' },
  maxWidth: { xs: 640, lg: 'none' },
};

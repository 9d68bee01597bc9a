import type { MoneyChannel } from '#shared/contract/moneyForms.ts';
import { formatAmount } from '@merchant-console/declaration';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { computeFee, type FeeRule } from '#shared/money/fee.ts';
import type { FormatContext } from '@merchant-console/ra-declared';

/** A channel's fee rule as serialised, also within a quote. */
export type FeeTerms = Pick<MoneyChannel, 'rate_bps' | 'fixed_fee' | 'min_fee' | 'max_fee' | 'deduction' | 'currency'>;
type Writing = Pick<FormatContext, 'currencyData' | 'translate'>;

/** Parses a channel's serialised fee rule. */
export function feeRuleOf({ rate_bps, fixed_fee, min_fee, max_fee }: FeeTerms): FeeRule {
  return {
    rateBps: rate_bps,
    fixedFee: BigInt(fixed_fee),
    minFee: min_fee === null ? null : BigInt(min_fee),
    maxFee: max_fee === null ? null : BigInt(max_fee),
  };
}

/** A channel's fee: `0.5% + 1.00 CNY, minimum 2.00 CNY, added to amount`. */
export function ruleInWords(rule: FeeTerms, { currencyData, translate }: Writing): string {
  const amount = (minor: string | bigint) => amountInWords(minor, rule.currency, currencyData);
  const { rate_bps, fixed_fee, min_fee, max_fee } = rule;
  const deduction = translate(`moneyForms.${rule.deduction}`);
  const listed = (parts: readonly string[]) => parts.join(translate('moneyForms.comma'));
  if (rate_bps === 0) {
    // Without a rate the fee doesn't depend on the amount, so its minimum and maximum needn't be shown.
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

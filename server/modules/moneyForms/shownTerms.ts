import type { MoneyChannel } from '#shared/contract/moneyForms.ts';
import type { Channel } from '#server/money/openChannel.ts';

/** What a channel asks for and takes, as pages are told. */
export function shownTerms({ rate_bps, deduction, currency, ...channel }: Channel): ShownTerms {
  return {
    ...{ rate_bps, deduction, currency },
    fixed_fee: channel.fixed_fee.toString(),
    min_fee: channel.min_fee?.toString() ?? null,
    max_fee: channel.max_fee?.toString() ?? null,
    min_amount: channel.min_amount.toString(),
    max_amount: channel.max_amount.toString(),
  };
}

type ShownTerms = Omit<MoneyChannel, 'id' | 'name' | 'available'>;

import { parseAmount, type AmountScale } from '#shared/money/amount.ts';
import { OptionsError } from '../commandLine.ts';

/** A channel of a new merchant, as the call takes it. */
export type ChannelOption = { channel_id: string } & Record<string, unknown>;

interface ChannelOptionMeans {
  /** The platform's channels. */
  offered: readonly { id: string; code: string }[];
  /** Of the merchant's currency. */
  scale: AmountScale;
}

const FORM = 'code[:rate[:fixed_fee[:min_amount[:max_amount[:inner|outer]]]]]';

/**
 * Reads `--channel code:rate:fixed_fee:min_amount:max_amount:deduction`: the rate in percent, amounts as people write
 * them. Parts that are left out or empty are the platform's own terms.
 *
 * @throws OptionsError that names the part
 */
export function readChannelOption(text: string, { offered, scale }: ChannelOptionMeans): ChannelOption {
  const refused = (problem: string) => new OptionsError({ [`--channel ${text}`]: `${problem} (${FORM})` });
  const [code = '', rate = '', fixedFee = '', least = '', most = '', deduction = '', ...others] = text.split(':');
  if (others.length > 0) throw refused('has too many parts');
  const channel = offered.find((one) => one.code === code);
  if (!channel) {
    const codes = offered.map((one) => one.code).join(', ');
    throw refused(`the platform has no channel ${code}; it has ${codes === '' ? 'none yet' : codes}`);
  }
  const number = (part: string, name: string, decimals: AmountScale) => {
    const parsed = parseAmount(part, decimals);
    if (!parsed.ok) throw refused(`${name} must be a number with at most ${decimals} decimals`);
    return parsed.minor;
  };
  if (!['', 'inner', 'outer'].includes(deduction)) throw refused('the fee is deducted inner or outer');
  return {
    channel_id: channel.id,
    ...(rate === '' ? {} : { rate_bps: Number(number(rate, 'the rate', 2)) }),
    ...(fixedFee === '' ? {} : { fixed_fee: number(fixedFee, 'the fixed fee', scale) }),
    ...(least === '' ? {} : { min_amount: number(least, 'the minimum', scale) }),
    ...(most === '' ? {} : { max_amount: number(most, 'the maximum', scale) }),
    ...(deduction === '' ? {} : { deduction }),
  };
}

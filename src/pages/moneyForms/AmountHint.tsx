import { Box, Button } from '@mui/material';
import { useFormContext } from 'react-hook-form';
import type { MoneyChannel } from '#shared/contract/moneyForms.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { scaleOfCurrency } from '#shared/money/scaleOfCurrency.ts';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { MoneyKind } from './moneyKinds.ts';
import { ruleInWords } from './moneyWords.ts';

/** What the channel takes and asks for. */
export function AmountHint({ channel, kind }: { channel: MoneyChannel | null; kind: MoneyKind }) {
  const context = useFormatContext();
  const { translate, currencyData } = context;
  if (!channel) return ' ';
  const shown = (minor: string) => formatAmount(minor, scaleOfCurrency(channel.currency, currencyData));
  const range = { min: shown(channel.min_amount), max: shown(channel.max_amount) };
  return [
    translate('moneyForms.range', range),
    // Beside a channel that can be chosen its fee stands already.
    ...(kind.choice === 'bankcard_id' ? [translate('moneyForms.fee_is', { rule: ruleInWords(channel, context) })] : []),
  ].join(' · ');
}

/** What there is, and the way to take all of it. */
export function BalanceLine({ channel, all }: { channel: MoneyChannel; all: string | null }) {
  const context = useFormatContext();
  const form = useFormContext();
  const useAll = () => {
    form.setValue('amount', all, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    form.setFocus('amount');
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minHeight: 32 }}>
      <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {context.translate('moneyForms.balance', {
          amount: amountInWords(channel.available, channel.currency, context.currencyData),
        })}
      </Box>
      {all !== null && (
        <Button size="small" onClick={useAll}>
          {context.translate('moneyForms.use_all')}
        </Button>
      )}
    </Box>
  );
}

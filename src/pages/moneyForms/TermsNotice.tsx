import { Alert, AlertTitle, Button } from '@mui/material';
import type { MoneyQuote } from '#shared/contract/moneyForms.ts';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { fieldErrors } from '#console/views/form/fieldErrors.ts';
import type { MoneyKind } from './moneyKinds.ts';
import { quoteRows } from './quoteRows.ts';
import type { QuoteState } from './useQuote.ts';

interface TermsNoticeProps {
  kind: MoneyKind;
  agreed: MoneyQuote;
  quote: QuoteState;
  onAccept(): void;
}

/** What was looked at is no longer so: what it costs now instead, or why it can't be had. */
export function TermsNotice({ kind, agreed, quote: { quote, error }, onAccept }: TermsNoticeProps) {
  const context = useFormatContext();
  const { translate } = context;
  if (error) {
    const { byField } = fieldErrors(error, [
      { source: kind.choice, type: 'text' },
      { source: 'amount', type: 'text' },
    ]);
    const words = byField.length > 0 ? byField.map(([, message]) => message).join(' ') : errorText(error, translate);
    return (
      <Alert role="presentation" severity="error">
        <AlertTitle>{translate('moneyForms.no_longer')}</AlertTitle>
        {words}
      </Alert>
    );
  }
  if (!quote) return null;
  const changed = quoteRows(kind).filter(
    ({ source }) => source !== 'available' && source !== 'available_after' && quote[source] !== agreed[source],
  );
  return (
    <Alert role="presentation" severity="warning">
      <AlertTitle>{translate('moneyForms.changed')}</AlertTitle>
      {changed.map(({ source, label }) => (
        <div key={source}>
          {translate('moneyForms.from_to', {
            figure: translate(label),
            before: amountInWords(agreed[source], agreed.currency, context.currencyData),
            now: amountInWords(quote[source], quote.currency, context.currencyData),
          })}
        </div>
      ))}
      {quote.needs_approval && !agreed.needs_approval && translate('moneyForms.needs_approval')}
      <Button color="inherit" variant="outlined" size="small" onClick={onAccept} sx={{ mt: 1 }}>
        {translate('moneyForms.accept_new')}
      </Button>
    </Alert>
  );
}

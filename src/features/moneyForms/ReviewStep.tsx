import { skipToken, useQuery } from '@tanstack/react-query';
import { Box, Button, Paper, Typography, Alert, AlertTitle } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useRefresh } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { MoneyForm, MoneyQuote } from '#shared/contract/moneyForms.ts';
import { type Action, type Field, fieldLabel, plainText, groupCardNumber } from '@merchant-console/declaration';
import { isPassing } from '@merchant-console/ra-provider';
import { type FieldRecord, FieldRow, useFormatContext } from '@merchant-console/ra-declared';
import {
  AttemptNotice,
  cardPadding,
  errorText,
  fieldErrors,
  isShown,
  LiveRegion,
  PayPasswordInput,
  RetryButton,
  useInputServices,
} from '@merchant-console/ra-declared/internal';
import { amountInWords } from '#shared/money/amountInWords.ts';
import type { MoneyKind } from './moneyKinds.ts';
import { approvalNote, QuoteSummary, quoteRows } from './QuoteSummary.tsx';
import { CARD_NUMBER, PAYEE, type MoneyFormState, type QuoteState } from './useMoneyForm.ts';
import { placesOf } from './PlaceSelect.tsx';

interface ReviewStepProps {
  kind: MoneyKind;
  action: Action;
  fields: readonly Field[];
  offer: MoneyForm;
  request: MoneyFormState;
  agreed: MoneyQuote;
}

/**
 * Shows the whole request again and asks for the payment password. Keeps the cost up to date until the request is sent.
 */
export function ReviewStep({ kind, action, fields, offer, request, agreed }: ReviewStepProps) {
  const { translate } = useFormatContext();
  const { getValues } = useFormContext();
  const refresh = useRefresh();
  const heading = useRef<HTMLHeadingElement>(null);
  const { payPassword } = action;
  const { sending } = request;
  // Announces the new step to screen readers. If there is a password input, that is focused instead.
  useEffect(() => {
    if (!payPassword) heading.current?.focus();
  }, [payPassword]);
  const { attempt, quote, isRunning, isUnknown, isChanged, isHeldUp } = request;
  // Other tabs or users may move money at the same time. Once the request is sent, the balance would exclude its own
  // amount.
  const shown = quote.quote === null || isChanged || isRunning || isUnknown ? agreed : quote.quote;
  return (
    <>
      <Paper variant="outlined" sx={{ p: cardPadding, gridArea: 'main', minWidth: 0 }}>
        <Typography ref={heading} tabIndex={-1} component="h2" variant="subtitle2" sx={{ mb: 1, outline: 'none' }}>
          {translate('moneyForms.review')}
        </Typography>
        <Entered kind={kind} fields={fields} offer={offer} agreed={agreed} values={getValues()} />
      </Paper>
      {/* The amounts are known from the first, so an empty note needs no room. */}
      <Box sx={{ gridArea: 'summary', '& p:empty': { minHeight: 0, mt: 0 } }}>
        <QuoteSummary
          {...{ kind, action }}
          rule={agreed}
          balance={agreed}
          quote={shown}
          error={null}
          isPending={false}
        />
      </Box>
      <Paper variant="outlined" sx={{ p: cardPadding, gridArea: 'more', display: 'grid', gap: 1.5, minWidth: 0 }}>
        {payPassword && (
          <Box sx={{ display: 'grid', gap: 1.5, '& > :last-child': { maxWidth: 320 } }}>
            <PayPasswordInput autoFocus readOnly={isRunning || isUnknown} />
          </Box>
        )}
        <LiveRegion role="alert">
          {isHeldUp && (
            <TermsNotice {...{ kind, action, agreed, quote }} onAccept={request.acceptNew} onRetry={request.askAgain} />
          )}
        </LiveRegion>
        <AttemptNotice
          attempt={attempt}
          isIdempotent={action.idempotent}
          failure={isChanged ? null : request.failure}
          onRefresh={refresh}
        />
        {sending.reason}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            type="submit"
            variant="contained"
            size="large"
            loading={isRunning}
            disabled={isHeldUp}
            {...sending.button}
            sx={{ minWidth: 160 }}
          >
            {translate(isUnknown ? 'list.retry' : 'actions.confirm')}
          </Button>
          {!isUnknown && (
            <Button color="inherit" size="large" disabled={isRunning} onClick={request.back}>
              {translate('actions.back')}
            </Button>
          )}
        </Box>
      </Paper>
    </>
  );
}

interface EnteredProps {
  kind: MoneyKind;
  fields: readonly Field[];
  offer: MoneyForm;
  agreed: MoneyQuote;
  values: FieldRecord;
}

/** The entered values for review: a large amount, and the full card number in groups. */
function Entered({ kind, fields, offer, agreed, values }: EnteredProps) {
  const context = useFormatContext();
  const payee = usePayeeInWords(plainText(values[PAYEE]));
  const place = placesOf(kind, offer, context).find(({ id }) => id === values[kind.choice]);
  const own: Partial<Record<string, string>> = {
    amount: amountInWords(agreed.amount, agreed.currency, context.currencyData),
    card_number: groupCardNumber(plainText(values['card_number'])),
    [PAYEE]: payee,
    [kind.choice]: place ? [place.name, ...(kind.choice === 'bankcard_id' ? [place.detail] : [])].join(' · ') : '',
  };
  const isFilled = (value: unknown) => plainText(value) !== '' && value !== false;
  const filled = fields.filter((field) => isFilled(values[field.source]) && isShown(field, values));
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {filled.map((field) => (
        <FieldRow key={field.source} field={field} record={values} align="left">
          {own[field.source] === undefined ? undefined : (
            <Box component="span" sx={field.source === 'amount' ? { fontSize: '1.375rem', fontWeight: 600 } : {}}>
              {own[field.source]}
            </Box>
          )}
        </FieldRow>
      ))}
    </Box>
  );
}

/** Name, masked number and bank of a saved payee; '…' until they are known. */
function usePayeeInWords(id: string): string {
  const { findReferences } = useInputServices();
  const { data } = useQuery({
    queryKey: ['payees', 'found', id],
    queryFn: id === '' ? skipToken : async ({ signal }) => (await findReferences('payees', [id], signal))[0],
  });
  if (!data) return '…';
  const { bank_name, branch_name } = data.record;
  return [data.name, plainText(bank_name), plainText(branch_name)].filter((text) => text !== '').join(' · ');
}

interface TermsNoticeProps {
  kind: MoneyKind;
  action: Action;
  agreed: MoneyQuote;
  quote: QuoteState;
  onAccept(): void;
  onRetry(): void;
}

/**
 * The reviewed terms no longer apply: shows the new cost, or why the request isn't possible. If the terms can't be
 * checked, offers to try again.
 */
function TermsNotice({ kind, action, agreed, quote: { quote, error }, onAccept, onRetry }: TermsNoticeProps) {
  const context = useFormatContext();
  const { translate } = context;
  if (error && isPassing(error)) {
    return (
      <Alert role="presentation" severity="error" action={<RetryButton onRetry={onRetry} />}>
        {errorText(error, translate)}
      </Alert>
    );
  }
  if (error) {
    const { byField } = fieldErrors(error, [kind.choice, 'amount', PAYEE, CARD_NUMBER]);
    const words = byField.length > 0 ? byField.map(([, message]) => message).join(' ') : errorText(error, translate);
    return (
      <Alert role="presentation" severity="error">
        <AlertTitle>{translate('moneyForms.no_longer')}</AlertTitle>
        {words}
      </Alert>
    );
  }
  if (!quote) return null;
  const changed = quoteRows(action).filter(
    ({ source }) => source !== 'available' && source !== 'available_after' && quote[source] !== agreed[source],
  );
  return (
    <Alert role="presentation" severity="warning">
      <AlertTitle>{translate('moneyForms.changed')}</AlertTitle>
      {changed.map(({ source, field }) => (
        <div key={source}>
          {translate('moneyForms.from_to', {
            figure: fieldLabel(field, context),
            before: amountInWords(agreed[source], agreed.currency, context.currencyData),
            now: amountInWords(quote[source], quote.currency, context.currencyData),
          })}
        </div>
      ))}
      {!agreed.needs_approval && approvalNote(quote, context)}
      <Button color="inherit" variant="outlined" size="small" onClick={onAccept} sx={{ mt: 1 }}>
        {translate('moneyForms.accept_new')}
      </Button>
    </Alert>
  );
}

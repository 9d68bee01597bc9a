import { Box, Button, Paper, InputAdornment, TextField } from '@mui/material';
import { useFormContext } from 'react-hook-form';
import { useEffect, type ReactNode } from 'react';
import type { MoneyForm, MoneyChannel } from '#shared/contract/moneyForms.ts';
import {
  type Action,
  type Field,
  fieldLabel,
  type FieldOf,
  formatAmount,
  plainText,
  readInstant,
  scaleOfCurrency,
} from '@merchant-console/declaration';
import { FieldInput, type FieldRecord, type FormatContext, useFormatContext } from '@merchant-console/ra-declared';
import {
  cardPadding,
  type ChoiceDetail,
  FailureAlert,
  fieldErrors,
  formatInstant,
  isShown,
  ReferenceInput,
  showTypedNumber,
  TextInput,
  useBoundField,
  useTypedNumber,
} from '@merchant-console/ra-declared/internal';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { ruleInWords } from './feeRule.ts';
import { largestAmountOf, balanceOfAll, channelOf } from './moneyChoices.ts';
import type { MoneyKind } from './moneyKinds.ts';
import { ChannelInstructions } from './PaymentInstructions.tsx';
import { PlaceSelect, placesOf } from './PlaceSelect.tsx';
import { QuoteSummary } from './QuoteSummary.tsx';
import { CARD_NUMBER, PAYEE, type MoneyFormState } from './useMoneyForm.ts';

interface DetailsStepProps {
  kind: MoneyKind;
  action: Action;
  fields: readonly Field[];
  offer: MoneyForm;
  request: MoneyFormState;
}

/** The request's details: recipient, amount and other fields. */
export function DetailsStep({ kind, action, fields, offer, request }: DetailsStepProps) {
  const context = useFormatContext();
  const { translate } = context;
  const form = useFormContext();
  const { quote, failure } = request;
  const { isSubmitting, submitCount } = form.formState;
  const channel = channelOf(kind, offer, form.watch(kind.choice));
  // Focuses the amount if a card or channel is already chosen, such as the default card.
  const { getValues, setFocus } = form;
  useEffect(() => setFocus(getValues(kind.choice) === null ? kind.choice : 'amount'), [getValues, setFocus, kind]);
  // Until the field has lost the focus, its value may be incomplete.
  const isDue = (source: string) => submitCount > 0 || form.getFieldState(source, form.formState).isTouched;
  const refused = quote.error ? fieldErrors(quote.error, request.sources).byField : [];
  const objectionTo = (source: string) => refused.find(([name]) => name === source)?.[1] ?? null;
  const refusalOf = (source: string) => (isDue(source) ? objectionTo(source) : null);
  const inputOf = (field: Field) => {
    const label = fieldLabel(field, context);
    if (field.source === kind.choice)
      return (
        <PlaceSelect
          field={field}
          label={label}
          places={placesOf(kind, offer, context)}
          refusal={refusalOf(field.source)}
        />
      );
    if (field.source === 'amount')
      return (
        <AmountInput
          field={withoutMin(field)}
          label={translate(`moneyForms.${kind.page}.amount`)}
          prompt={translate(`moneyForms.${kind.page}.prompt`)}
          currency={channel?.currency ?? context.currencyData.currency}
          refusal={refusalOf('amount')}
          hint={<AmountHint channel={channel} kind={kind} />}
        />
      );
    // Shows a rejection immediately, because a payee is chosen in one step.
    if (field.source === PAYEE && field.type === 'reference')
      return <PayeeInput field={field} label={label} refusal={objectionTo(PAYEE)} />;
    if (field.source === CARD_NUMBER && field.type === 'text')
      return <CardNumberInput field={field} label={label} refusal={objectionTo(CARD_NUMBER)} />;
    return <FieldInput field={field} mode="create" />;
  };
  const isMain = ({ source }: Field) => source === kind.choice || source === 'amount';
  const card = { p: cardPadding, display: 'grid', gap: 1.75, minWidth: 0 };
  return (
    <>
      <Paper variant="outlined" sx={{ ...card, gridArea: 'main' }}>
        {fields.filter(isMain).map((field) => (
          <div key={field.source}>{inputOf(field)}</div>
        ))}
        {kind.isOut && channel && <BalanceLine channel={channel} all={largestAmountOf(channel)} />}
        {channel && <ChannelInstructions instructions={channel.instructions} />}
      </Paper>
      <Box sx={{ gridArea: 'summary', position: { lg: 'sticky' }, top: 'calc(var(--sticky-top, 0px) + 16px)' }}>
        <QuoteSummary kind={kind} action={action} rule={channel} balance={channel ?? balanceOfAll(offer)} {...quote} />
      </Box>
      <Paper variant="outlined" sx={{ ...card, gridArea: 'more' }}>
        {fields
          .filter((field) => !isMain(field) && isShown(field, form.watch()))
          .map((field) => (
            <div key={field.source}>{inputOf(field)}</div>
          ))}
        <FailureAlert error={failure} />
        <Box>
          <Button type="submit" variant="contained" size="large" loading={isSubmitting} sx={{ minWidth: 160 }}>
            {translate('actions.review')}
          </Button>
        </Box>
      </Paper>
    </>
  );
}

/**
 * Removes the field's `min`, which covers all channels. The quote rejects amounts below the selected channel's range,
 * including 0, with a message that names the range.
 */
function withoutMin(field: Field): Field {
  if (field.type !== 'money') return field;
  const { min: _, ...rest } = field;
  return rest;
}

interface CardNumberInputProps {
  field: FieldOf<'text'>;
  label: string;
  /** The quote's objection to the entered number, or null. */
  refusal: string | null;
}

/** The number of a payee who isn't chosen. One that is saved is treated like the saved payee. */
function CardNumberInput({ field, label, refusal }: CardNumberInputProps) {
  return (
    <TextInput field={{ ...field, format: 'card' }} label={label} refusal={refusal} mode="create" disabled={false} />
  );
}

/** The channel's amount range and fee. */
function AmountHint({ channel, kind }: { channel: MoneyChannel | null; kind: MoneyKind }) {
  const context = useFormatContext();
  const { translate, currencyData } = context;
  if (!channel) return ' ';
  const shown = (minor: string) => formatAmount(minor, scaleOfCurrency(channel.currency, currencyData));
  const range = { min: shown(channel.min_amount), max: shown(channel.max_amount) };
  return [
    translate('moneyForms.range', range),
    // For a selectable channel, the fee is already shown next to it.
    ...(kind.choice === 'bankcard_id' ? [translate('moneyForms.fee_is', { rule: ruleInWords(channel, context) })] : []),
  ].join(' · ');
}

/** The available balance, with a button to use all of it. */
function BalanceLine({ channel, all }: { channel: MoneyChannel; all: string | null }) {
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

interface AmountInputProps {
  field: Field;
  label: string;
  /** Message while there is no amount. */
  prompt: string;
  currency: string;
  /** The server's message, if the input itself finds no problem, or null. */
  refusal: string | null;
  /** Shown below while there is no problem. */
  hint: ReactNode;
}

/** An amount in large digits. Its form value is digits of minor units, exact up to 2^63 - 1. */
function AmountInput({ field, label, prompt, currency, refusal, hint }: AmountInputProps) {
  const { currencyData } = useFormatContext();
  const scale = scaleOfCurrency(currency, currencyData);
  const bound = useBoundField(field, prompt);
  const typed = useTypedNumber(bound, { scale, signed: false });
  const problem = bound.problem ?? refusal;
  return (
    <TextField
      fullWidth
      name={bound.name}
      label={label}
      required
      value={typed.text}
      inputRef={bound.ref}
      onChange={(event) => typed.type(event.target.value)}
      onBlur={() => {
        typed.tidy();
        bound.blur();
      }}
      error={problem !== null}
      helperText={problem ?? hint}
      placeholder={showTypedNumber('0', scale)}
      slotProps={{
        htmlInput: {
          required: false,
          'aria-required': true,
          autoComplete: 'off',
          inputMode: scale === 0 ? 'numeric' : 'decimal',
        },
        input: { endAdornment: <InputAdornment position="end">{currency}</InputAdornment> },
        inputLabel: { shrink: true },
        formHelperText: { component: 'div' },
      }}
      sx={{
        '& .MuiInputBase-root': { height: 64 },
        '& input': { fontSize: '1.75rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums', py: 0 },
      }}
    />
  );
}

interface PayeeInputProps {
  field: FieldOf<'reference'>;
  label: string;
  /** The quote's objection to the chosen payee, or null. */
  refusal: string | null;
}

const ENABLED = { status: 'enabled' };

/** A saved payee. Those in their waiting period are shown but can't be chosen, disabled ones aren't offered. */
function PayeeInput({ field, label, refusal }: PayeeInputProps) {
  const context = useFormatContext();
  return (
    <ReferenceInput
      field={field}
      label={label}
      refusal={refusal}
      mode="create"
      disabled={false}
      filter={ENABLED}
      detailOf={(payee) => payeeDetail(payee, context)}
    />
  );
}

/** Why a payee can't be paid now, else its bank. */
function payeeDetail({ status, usable_at, ...payee }: FieldRecord, context: FormatContext): ChoiceDetail | null {
  const { translate, clock } = context;
  if (status === 'disabled') return { text: translate('moneyForms.payee_disabled'), isRefused: true };
  const usableAt = readInstant(usable_at);
  if (usableAt && usableAt > clock.now()) {
    return { text: translate('moneyForms.usable_from', { at: formatInstant(usable_at, context) }), isRefused: true };
  }
  const bank = [payee['bank_name'], payee['branch_name']].map(plainText).filter((text) => text !== '');
  return bank.length === 0 ? null : { text: bank.join(' · '), isRefused: false };
}

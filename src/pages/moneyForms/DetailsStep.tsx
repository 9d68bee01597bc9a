import { Box, Button, Paper } from '@mui/material';
import { useFormContext } from 'react-hook-form';
import type { MoneyForm } from '#shared/contract/moneyForms.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { FieldInput } from '#console/fieldTypes/FieldInput.tsx';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { fieldErrors } from '#console/views/form/fieldErrors.ts';
import { FailureAlert } from '#console/views/state/FailureAlert.tsx';
import { AmountHint, BalanceLine } from './AmountHint.tsx';
import { AmountInput } from './AmountInput.tsx';
import { CardNumberInput } from './CardNumberInput.tsx';
import { columns } from './columns.ts';
import { allOfIt, channelOf } from './moneyChoices.ts';
import type { MoneyKind } from './moneyKinds.ts';
import { PlaceSelect } from './PlaceSelect.tsx';
import { placesOf } from './placesOf.ts';
import { QuoteSummary } from './QuoteSummary.tsx';
import type { MoneyRequest } from './useMoneyRequest.ts';

interface DetailsStepProps {
  kind: MoneyKind;
  fields: readonly Field[];
  offer: MoneyForm;
  request: MoneyRequest;
}

/** What is asked for: where to, how much, and what else is to be known. */
export function DetailsStep({ kind, fields, offer, request }: DetailsStepProps) {
  const context = useFormatContext();
  const { translate } = context;
  const form = useFormContext();
  const { quote, isChecking, hasTried, failure } = request;
  const channel = channelOf(kind, offer, form.watch(kind.choice));
  // Before the field has been left, what is there is not all of it.
  const isDue = (source: string) => hasTried || form.getFieldState(source, form.formState).isTouched;
  const refused = quote.error ? fieldErrors(quote.error, fields).byField : [];
  const refusalOf = (source: string) =>
    isDue(source) ? (refused.find(([name]) => name === source)?.[1] ?? null) : null;
  const inputOf = (field: Field) => {
    const label = fieldLabel(field, context);
    if (field.source === kind.choice)
      return (
        <PlaceSelect {...{ field, label }} places={placesOf(kind, offer, context)} refusal={refusalOf(field.source)} />
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
    if (field.source === 'card_number') return <CardNumberInput field={field} label={label} />;
    return <FieldInput field={field} mode="create" />;
  };
  const isMain = ({ source }: Field) => source === kind.choice || source === 'amount';
  const card = { p: 2.5, display: 'grid', gap: 1.75, minWidth: 0 };
  return (
    <Box
      component="form"
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        request.review();
      }}
      sx={columns}
    >
      <Paper variant="outlined" sx={{ ...card, gridArea: 'main' }}>
        {fields.filter(isMain).map((field) => (
          <div key={field.source}>{inputOf(field)}</div>
        ))}
        {kind.isOut && channel && <BalanceLine channel={channel} all={allOfIt(channel)} />}
      </Paper>
      <Box sx={{ gridArea: 'summary', position: { lg: 'sticky' }, top: 'calc(var(--sticky-top, 0px) + 16px)' }}>
        <QuoteSummary kind={kind} rule={channel} {...quote} />
      </Box>
      <Paper variant="outlined" sx={{ ...card, gridArea: 'more' }}>
        {fields
          .filter((field) => !isMain(field))
          .map((field) => (
            <div key={field.source}>{inputOf(field)}</div>
          ))}
        <FailureAlert error={failure} />
        <Box>
          <Button type="submit" variant="contained" size="large" loading={isChecking} sx={{ minWidth: 160 }}>
            {translate('actions.review')}
          </Button>
        </Box>
      </Paper>
    </Box>
  );
}

/** The quote refuses what is below the channel's range, 0 too, and says the range; the field's own `min` is that of all channels. */
function withoutMin(field: Field): Field {
  if (field.type !== 'money') return field;
  const { min: _, ...rest } = field;
  return rest;
}

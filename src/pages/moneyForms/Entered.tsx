import { Box } from '@mui/material';
import type { MoneyForm, MoneyQuote } from '#shared/contract/moneyForms.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import { groupCardNumber } from '#shared/money/cardNumber.ts';
import type { FieldRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { FieldRow } from '#console/views/record/FieldRow.tsx';
import type { MoneyKind } from './moneyKinds.ts';
import { placesOf } from './placesOf.ts';

interface EnteredProps {
  kind: MoneyKind;
  fields: readonly Field[];
  offer: MoneyForm;
  agreed: MoneyQuote;
  values: FieldRecord;
}

/** What was filled in, to be read once more: the amount large, the whole card number in groups. */
export function Entered({ kind, fields, offer, agreed, values }: EnteredProps) {
  const context = useFormatContext();
  const place = placesOf(kind, offer, context).find(({ id }) => id === values[kind.choice]);
  const own: Partial<Record<string, string>> = {
    amount: amountInWords(agreed.amount, agreed.currency, context.currencyData),
    card_number: groupCardNumber(plainText(values['card_number'])),
    [kind.choice]: place ? [place.name, ...(kind.choice === 'bankcard_id' ? [place.detail] : [])].join(' · ') : '',
  };
  const filled = fields.filter(({ source }) => plainText(values[source]) !== '');
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

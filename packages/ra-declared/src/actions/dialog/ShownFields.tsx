import { Box } from '@mui/material';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { formatFieldAlone } from '../../fields/formatField.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { currencyIn } from '../../fields/money/moneyType.ts';
import { type CurrencyData, type Field, holds, isWholeNumber, plainText } from '@merchant-console/declaration';
import { FieldRow } from '../../record/FieldRow.tsx';

interface ShownFieldsProps {
  fields: readonly Field[];
  records: readonly IdentifiedRecord[];
  isBulk: boolean;
}

/**
 * Shows the facts for a decision: fields of the record that aren't empty, or for several records the sums of their
 * amounts.
 */
export function ShownFields({ fields, records, isBulk }: ShownFieldsProps) {
  const context = useFormatContext();
  const rows = fields.flatMap((field) => {
    const shown = isBulk ? summed(records, field, context.currencyData) : records.slice(0, 1);
    const applying = shown.filter((record) => field.when === undefined || holds(field.when, record));
    const known = applying.filter((record) => formatFieldAlone(record, field, context) !== '');
    return known.map((record, index) => (
      <FieldRow key={`${field.source} ${index}`} field={field} record={record} align="left" />
    ));
  });
  if (rows.length === 0) return null;
  return (
    <Box component="dl" sx={{ m: 0, py: 0.5, borderTop: 1, borderBottom: 1, borderColor: 'divider' }}>
      {rows}
    </Box>
  );
}

/**
 * Returns one record for each currency, with the sum of that currency's records as its amount. Empty for fields other
 * than amounts.
 */
function summed(records: readonly IdentifiedRecord[], field: Field, currencyData: CurrencyData): IdentifiedRecord[] {
  if (field.type !== 'money') return [];
  const currencies = records.map((record) => currencyIn(record, field, currencyData));
  return [...new Set(currencies)].flatMap((currency) => {
    const ofOne = records.filter((_record, index) => currencies[index] === currency);
    const [first] = ofOne;
    const amounts = ofOne.map((record) => plainText(record[field.source])).filter(isWholeNumber);
    const sum = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
    return first ? [{ ...first, [field.source]: sum.toString() }] : [];
  });
}

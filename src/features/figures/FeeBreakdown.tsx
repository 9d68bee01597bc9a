import { Box } from '@mui/material';
import { choiceLabel, type Field, fieldLabel, parseAmount, plainText, standingOf } from '@merchant-console/declaration';
import { amountParts, chargeOf, directionOf } from '#console/features/figures/amountParts.ts';
import { computeFee } from '#shared/money/fee.ts';
import {
  type FieldRecord,
  type FormatContext,
  formatField,
  NoValue,
  useFormatContext,
} from '@merchant-console/ra-declared';
import { formatFieldAlone, useShownRecord } from '@merchant-console/ra-declared/internal';

const line = {
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: 2,
  py: 0.75,
  fontSize: '0.875rem',
  lineHeight: 1.5,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, fontVariantNumeric: 'tabular-nums', textAlign: 'right' },
  '& small': { display: 'block', fontSize: '0.75rem' },
};
const total = { ...line, mt: 0.5, pt: 1, borderTop: 1, borderColor: 'divider', '& dd, & dt': { fontWeight: 600 } };

/** The relation of an order's amount and fee, and the resulting amounts for its status. */
export function FeeBreakdown({ fields }: { fields: readonly Field[] }) {
  const record = useShownRecord();
  const context = useFormatContext();
  const { translate } = context;
  const field = (source: string) => fields.find((one) => one.source === source);
  const [amount, fee] = [field('amount'), field('fee')];
  if (!amount || !fee) return null;
  const standing = standingOf(fee, record);
  const charge = chargeOf(record);
  const feeSign = record['deduction'] === 'inner' ? '−' : '+';
  const inWords = (minorUnits: bigint) => formatFieldAlone({ ...record, amount: String(minorUnits) }, amount, context);
  return (
    <Box component="dl" sx={{ m: 0 }}>
      <Box sx={line}>
        <dt>{fieldLabel(amount, context)}</dt>
        <dd>{formatFieldAlone(record, amount, context)}</dd>
      </Box>
      <Box sx={line}>
        <dt>
          {fieldLabel(fee, context)}
          <small>{termsInWords(fields, record, context)}</small>
        </dt>
        <dd>{standing === null ? <NoValue /> : `${feeSign} ${formatFieldAlone(record, fee, context)}`}</dd>
      </Box>
      {charge &&
        amountParts(charge, directionOf(fee), standing).map((part) => (
          <Box key={part.key} sx={part.isOwn ? total : line}>
            <dt>{translate(`feeBreakdown.${part.key}`)}</dt>
            <dd>{part.amount === null ? <NoValue /> : inWords(part.amount)}</dd>
          </Box>
        ))}
    </Box>
  );
}

/** `0.60% + 0.50 CNY · Deducted from amount · the channel’s minimum fee` */
function termsInWords(fields: readonly Field[], record: FieldRecord, context: FormatContext): string {
  const field = (source: string) => fields.find((one) => one.source === source);
  const [rate, fixed, deduction] = [field('rate_bps'), field('fixed_fee'), field('deduction')];
  const fixedPart = fixed && minor(record['fixed_fee']) !== 0n && formatFieldAlone(record, fixed, context);
  const ratePart = rate && !(fixedPart && record['rate_bps'] === 0) && formatField(record, rate, context);
  return [
    [ratePart, fixedPart].filter(Boolean).join(' + '),
    deduction?.type === 'enum' && choiceLabel(plainText(record['deduction']), deduction, context),
    boundOf(record, context),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The channel's minimum or maximum if it determines the fee, otherwise ''. */
function boundOf(record: FieldRecord, { translate }: FormatContext): string {
  const [amount, fee, fixedFee] = [minor(record['amount']), minor(record['fee']), minor(record['fixed_fee'])];
  const rateBps = record['rate_bps'];
  if (amount === null || fee === null || fixedFee === null || typeof rateBps !== 'number') return '';
  const unbounded = computeFee(amount, { rateBps, fixedFee, minFee: null, maxFee: null });
  if (fee === unbounded) return '';
  return translate(fee > unbounded ? 'feeBreakdown.at_minimum' : 'feeBreakdown.at_maximum');
}

function minor(value: unknown): bigint | null {
  const parsed = parseAmount(plainText(value), 0);
  return parsed.ok ? BigInt(parsed.minor) : null;
}

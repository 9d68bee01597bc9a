import CheckCircleOutlinedIcon from '@mui/icons-material/CheckCircleOutlined';
import ScheduleOutlinedIcon from '@mui/icons-material/ScheduleOutlined';
import CancelOutlinedIcon from '@mui/icons-material/CancelOutlined';
import { Box, Button, Paper, Skeleton, Stack, Typography } from '@mui/material';
import { useEffect, useMemo, useRef } from 'react';
import { HttpError, useGetOne } from 'react-admin';
import { type Resource, plainText, standingOf, type Field } from '@merchant-console/declaration';
import {
  FieldRow,
  type FormatContext,
  FormatContextProvider,
  type IdentifiedRecord,
  useFindPlace,
  useResourceFormat,
} from '@merchant-console/ra-declared';
import { Link, LoadFailure, NotFound, openablePath, useUnsaved } from '@merchant-console/ra-declared/internal';
import { type AmountPart, amountParts, chargeOf, directionOf } from '#console/features/figures/amountParts.ts';
import type { MoneyKind } from './moneyKinds.ts';
import { DepositInstructions, hasAccount, lackOf } from './PaymentInstructions.tsx';

const ICONS: Record<Outcome, typeof CheckCircleOutlinedIcon> = {
  waiting: ScheduleOutlinedIcon,
  done: CheckCircleOutlinedIcon,
  ended: CancelOutlinedIcon,
};
const COLORS: Record<Outcome, string> = { waiting: 'warning.main', done: 'success.main', ended: 'text.secondary' };

interface MoneyResultProps {
  kind: MoneyKind;
  resource: Resource;
  address: string;
  id: string;
}

/** The request and its current status, read from its record, so this address can be opened again. */
export function MoneyResult({ kind, resource, address, id }: MoneyResultProps) {
  const { data: record, error, isFetching, refetch } = useGetOne<IdentifiedRecord>(resource.name, { id });
  const records = useMemo(() => (record ? [record] : []), [record]);
  const context = useResourceFormat(resource.name, resource.fields, records);
  const { translate } = context;
  const findPlace = useFindPlace();
  const place = findPlace(resource.name);
  // The previous form has no unsaved input any more.
  useUnsaved(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = record !== undefined;
  useEffect(() => {
    if (isThere && !document.activeElement?.closest('[aria-modal=true]')) heading.current?.focus();
  }, [isThere]);
  if (!record) {
    if (error instanceof HttpError && error.status === 404) return <NotFound what="record" />;
    if (error && !isFetching)
      return <LoadFailure isPage title="record.load_error_title" error={error} onRetry={refetch} />;
    return <Skeleton variant="rounded" height={420} aria-busy="true" sx={{ maxWidth: 640 }} />;
  }
  const status = plainText(record['status']);
  const outcome = requestOutcome(status);
  const shown = shownResult(kind, resource.fields, record);
  const Icon = ICONS[outcome];
  const path = openablePath(findPlace, resource.name, record.id);
  return (
    <FormatContextProvider value={context}>
      <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 4 }, maxWidth: 640, minWidth: 0 }}>
        <Stack sx={{ alignItems: 'flex-start', gap: 1, mb: 2 }}>
          <Icon sx={{ fontSize: 40, color: COLORS[outcome] }} />
          <Typography ref={heading} tabIndex={-1} component="h2" variant="h6" sx={{ outline: 'none' }}>
            {translate(`moneyForms.${kind.page}.${outcome}`)}
          </Typography>
          <Typography color="text.secondary">{translate(nextOf(resource, record, context), { _: '' })}</Typography>
        </Stack>
        {isToSend(record, resource.name) && hasAccount(record) && (
          <Box sx={{ mb: 2 }}>
            <DepositInstructions record={record} />
          </Box>
        )}
        <Box component="dl" sx={{ m: 0 }}>
          {shown.fields.map((field) => (
            <FieldRow key={field.source} field={field} record={shown.record} align="left" />
          ))}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 3 }}>
          <Button variant="contained" component={Link} to={address}>
            {translate(`moneyForms.${kind.page}.another`)}
          </Button>
          {path !== null && (
            <Button component={Link} to={path}>
              {translate('moneyForms.to_record')}
            </Button>
          )}
          {place && (
            <Button component={Link} to={place.basePath}>
              {translate(`resources.${resource.name}.name`)}
            </Button>
          )}
        </Box>
      </Paper>
    </FormatContextProvider>
  );
}

/** Key of the text that says what happens next. */
function nextOf({ name }: Resource, record: IdentifiedRecord, { currencyData }: FormatContext): string {
  if (isToSend(record, name) && !hasAccount(record)) return lackOf(currencyData);
  return `moneyForms.next.${name}.${plainText(record['status'])}`;
}

/** True for a deposit whose money hasn't arrived yet. */
const isToSend = ({ status }: IdentifiedRecord, resource: string) =>
  resource === 'deposits' && status === 'pending_payment';

/** State of a request: a user must still act, the money has moved, or it never will. */
type Outcome = 'waiting' | 'done' | 'ended';

export function requestOutcome(status: string): Outcome {
  switch (status) {
    case 'pass':
    case 'success':
      return 'done';
    case 'reject':
    case 'rejected':
    case 'failed':
    case 'cancelled':
      return 'ended';
    default:
      return 'waiting';
  }
}

/** Fields of the record that the result shows. The amounts that follow from amount and fee come after the fee. */
const SHOWN: Readonly<Record<MoneyKind['page'], readonly string[]>> = {
  recharge: ['deposit_no', 'status', 'amount', 'fee', 'channel_id', 'payer_name', 'created_at'],
  withdraw: [
    'withdrawal_no',
    'status',
    'amount',
    'fee',
    'bank_name',
    'card_number',
    'card_holder',
    'reject_reason',
    'created_at',
  ],
  payment: [
    'request_no',
    'status',
    'amount',
    'fee',
    'payee_name',
    'card_number',
    'bank_name',
    'channel_id',
    'reject_reason',
    'payout_id',
    'created_at',
  ],
};

/** A record's values in its result, with the amounts that follow from amount and fee. */
interface ShownResult {
  fields: Field[];
  record: IdentifiedRecord;
}

/** The fields of a result that have a value, under names that match the request's status. */
export function shownResult({ page }: MoneyKind, known: readonly Field[], record: IdentifiedRecord): ShownResult {
  const parts = partsOf(known, record);
  const fields = SHOWN[page].flatMap((source): Field[] => {
    const own = known.filter((field) => field.source === source && plainText(record[source]) !== '');
    return source === 'fee' ? [...own, ...parts.map(({ key }) => partField(key))] : own;
  });
  const amounts = parts.map(({ key, amount }) => [key, String(amount)] as const);
  return { fields, record: { ...record, ...Object.fromEntries(amounts) } };
}

function partsOf(known: readonly Field[], record: IdentifiedRecord): AmountPart[] {
  const fee = known.find(({ source }) => source === 'fee');
  const charge = chargeOf(record);
  if (!fee || !charge) return [];
  return amountParts(charge, directionOf(fee), standingOf(fee, record)).filter((part) => part.amount !== null);
}

const partField = (key: AmountPart['key']): Field => ({
  source: key,
  type: 'money',
  currency: 'currency',
  label: `feeBreakdown.${key}`,
});

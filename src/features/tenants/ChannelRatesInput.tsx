import { Box, Checkbox, FormControlLabel, FormHelperText, Skeleton, Typography } from '@mui/material';
import { useEffect, useId, useMemo, useRef } from 'react';
import { useGetList, type RaRecord } from 'react-admin';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { type Field, fieldLabel, plainText } from '@merchant-console/declaration';
import { type FieldInputProps, useFormatContext } from '@merchant-console/ra-declared';
import { FailureAlert, fieldInputOf, useBelowInput } from '@merchant-console/ra-declared/internal';

/** More channels than any platform has in one currency. */
const MOST = 100;

const ENABLED = {
  pagination: { page: 1, perPage: MOST },
  sort: { field: 'name', order: 'ASC' },
  filter: { status: ['enabled'] },
} as const;

type Channel = RaRecord<string>;

/** A chosen channel and its terms, as sent to the server. */
type Rate = { channel_id: string } & Readonly<Record<string, unknown>>;

/** The surrounding form. The declaration's field of this type must be called `channels`. */
interface RatesForm {
  channels: Rate[];
}

/**
 * The channels of a new merchant, each with its rate and limits, which default to the platform's. Initially, all channels
 * that are enabled in the merchant's currency are chosen.
 */
export function ChannelRatesInput({ field, label, mode, disabled }: FieldInputProps) {
  const { translate } = useFormatContext();
  const labelId = useId();
  const { formState, getValues, reset } = useFormContext<RatesForm>();
  const chosen = useFieldArray<RatesForm, 'channels', 'key'>({ name: 'channels', keyName: 'key' });
  const currency = plainText(useWatch({ name: 'currency' }));
  const { data, error, refetch } = useGetList<Channel>('platform_channels', ENABLED);
  const offered = useMemo(() => data?.filter((channel) => channel['currency'] === currency), [data, currency]);
  const { replace } = chosen;
  const { isDirty } = formState;
  const filledFor = useRef<string | null>(null);
  useEffect(() => {
    if (!offered || filledFor.current === currency) return;
    filledFor.current = currency;
    const rates = offered.map(rateOf);
    // The initial value doesn't count as a change by the user.
    if (isDirty) replace(rates);
    else reset({ ...getValues(), channels: rates });
  }, [offered, currency, isDirty, replace, reset, getValues]);
  const problem = formState.errors.channels?.message ?? null;
  const below = useBelowInput(field, problem);

  const toggle = (channel: Channel) => {
    const at = chosen.fields.findIndex((rate) => rate.channel_id === channel.id);
    if (at === -1) chosen.append(rateOf(channel), { shouldFocus: false });
    else chosen.remove(at);
  };
  return (
    <Box role="group" aria-labelledby={labelId} sx={{ minWidth: 0 }}>
      <Typography id={labelId} component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {label}
      </Typography>
      {!offered && !error && <Skeleton height={72} />}
      {error && <FailureAlert error={error} onRetry={refetch} />}
      {offered?.length === 0 && (
        <Typography color="text.secondary" sx={{ py: 1 }}>
          {translate('merchant.no_channels', { currency })}
        </Typography>
      )}
      {offered?.map((channel) => {
        const at = chosen.fields.findIndex((rate) => rate.channel_id === channel.id);
        return (
          <ChannelRow
            key={channel.id}
            channel={channel}
            mode={mode}
            disabled={disabled}
            name={`channels.${at}`}
            isChosen={at !== -1}
            onToggle={() => toggle(channel)}
          />
        );
      })}
      <FormHelperText error={problem !== null} sx={{ mx: 0 }}>
        {below}
      </FormHelperText>
    </Box>
  );
}

interface ChannelRowProps {
  channel: Channel;
  /** Path of the channel's rate in the form, such as `channels.0`. */
  name: string;
  mode: 'create' | 'edit';
  disabled: boolean;
  isChosen: boolean;
  onToggle(): void;
}

function ChannelRow({ channel, name, mode, disabled, isChosen, onToggle }: ChannelRowProps) {
  const { translate } = useFormatContext();
  const title = plainText(channel['name']);
  return (
    <Box role="group" aria-label={title} sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <FormControlLabel
        disabled={disabled}
        control={<Checkbox size="small" checked={isChosen} onChange={onToggle} />}
        label={
          <>
            {title}
            <Typography component="span" variant="body2" color="text.secondary" sx={{ ml: 1 }}>
              {translate(`choices.type.${plainText(channel['type'])}`)}
            </Typography>
          </>
        }
      />
      {isChosen && (
        <Box sx={terms}>
          {TERMS.map((term) => (
            <TermInput
              key={term.source}
              field={{ ...term, source: `${name}.${term.source}` }}
              mode={mode}
              disabled={disabled}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

function TermInput({ field, mode, disabled }: Pick<FieldInputProps, 'field' | 'mode' | 'disabled'>) {
  const label = fieldLabel(field, useFormatContext());
  const Input = fieldInputOf(field);
  return <Input field={field} label={label} mode={mode} disabled={disabled} />;
}

const terms = {
  display: 'grid',
  columnGap: 2,
  rowGap: 0.5,
  pt: 1,
  pl: { xs: 0, sm: 4 },
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: '1fr 1.15fr 1.5fr 1.2fr 1.35fr' },
} as const;

/** The same fields as in `merchant_rates`, in the currency of the surrounding form's merchant. */
const TERMS: readonly Field[] = [
  { source: 'rate_bps', type: 'rate', label: 'fields.rate_bps', required: true, min: 0, max: 10_000 },
  { source: 'fixed_fee', type: 'money', label: 'fields.fixed_fee', currency: 'currency', required: true, min: '0' },
  {
    source: 'deduction',
    type: 'enum',
    label: 'fields.deduction',
    required: true,
    choices: [
      { id: 'inner', name: 'choices.deduction.inner' },
      { id: 'outer', name: 'choices.deduction.outer' },
    ],
  },
  { source: 'min_amount', type: 'money', label: 'fields.min_amount', currency: 'currency', required: true, min: '1' },
  { source: 'max_amount', type: 'money', label: 'fields.max_amount', currency: 'currency', required: true, min: '1' },
];

/** Initial terms: the platform's own. */
function rateOf(channel: Channel): Rate {
  return {
    channel_id: channel.id,
    ...Object.fromEntries(TERMS.map(({ source }) => [source, channel[source] ?? null])),
  };
}

import AutorenewIcon from '@mui/icons-material/Autorenew';
import { IconButton, InputAdornment, MenuItem, Stack, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState } from 'react';
import { SelectInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { TRIED_CALLS, tryGatewayCall, type TriedCall, type TriedCallData } from '#shared/contract/gatewayTrial.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import {
  CallFailure,
  CallForm,
  CallInput,
  FormButtons,
  NOT_FOR_MANAGERS,
} from '@merchant-console/ra-declared/internal';

interface TriedChannel {
  type: 'collection' | 'payout';
  code: string;
  name: string;
}

interface TriedCallFormProps {
  /** Test keys besides the default one. */
  keys: readonly { id: string; name: string }[];
  channels: readonly TriedChannel[];
  onAnswer(result: TriedCallData): void;
}

/** A form per call, whose inputs are labelled with the names of the gateway's parameters. */
export function TriedCallForm({ channels, keys, onAnswer }: TriedCallFormProps) {
  const { translate, clock } = useFormatContext();
  const api = useApi();
  const [call, setCall] = useState<TriedCall>('collect');
  const [keyId, setKeyId] = useState('');
  const [values, setValues] = useState<TriedParameters>(() => sampleParameters(clock.now().getTime(), channels));
  const { required, optional } = PARAMETERS[call];
  async function send(typed: TriedParameters): Promise<void> {
    const result = await api(tryGatewayCall, {
      body: { call, parameters: typed[call], ...(keyId !== '' && { key_id: keyId }) },
    });
    onAnswer(result);
    // A rejected call has created nothing for the next call to refer to.
    setValues(result.record ? afterCall(call, typed) : typed);
  }
  return (
    <CallForm defaultValues={values} call={send}>
      <Stack sx={{ gap: 2 }}>
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          aria-label={translate('tryIt.call')}
          value={call}
          onChange={(_event, chosen: TriedCall | null) => chosen !== null && setCall(chosen)}
        >
          {TRIED_CALLS.map((one) => (
            <ToggleButton key={one} value={one}>
              {translate(`tryIt.calls.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {keys.length > 0 && (
          <TextField
            select
            fullWidth
            label={translate('tryIt.key')}
            value={keyId}
            onChange={(event) => setKeyId(event.target.value)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{translate('signingKeys.default')}</MenuItem>
            {keys.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
        {[...required, ...optional].map((name) => (
          <ParameterInput
            key={`${call} ${name}`}
            call={call}
            name={name}
            isRequired={required.includes(name)}
            channels={channels}
          />
        ))}
        <CallFailure />
        <FormButtons submit={translate('tryIt.send')} />
      </Stack>
    </CallForm>
  );
}

interface ParameterInputProps {
  call: TriedCall;
  name: string;
  isRequired: boolean;
  channels: readonly TriedChannel[];
}

/** Validates nothing, because the gateway's own rejections are part of what is tried. */
function ParameterInput({ call, name, isRequired, channels }: ParameterInputProps) {
  const { translate } = useFormatContext();
  const input = { source: `${call}.${name}`, label: name, isRequired };
  const choices = choicesOf(call, name, channels);
  if (choices.length > 0) {
    return (
      <SelectInput {...input} choices={choices} translateChoice={false} helperText={false} margin="none" fullWidth />
    );
  }
  return (
    <CallInput
      {...input}
      helperText={name === 'amount' || name === 'notify_url' ? translate(`tryIt.${name}_help`) : false}
      htmlInput={{ ...NOT_FOR_MANAGERS, spellCheck: false }}
      {...(OWN_NUMBER[call] === name && {
        slotProps: { input: { endAdornment: <NewNumber source={input.source} /> } },
      })}
    />
  );
}

const TYPES = ['collect', 'payout', 'refund'] as const;

/** Empty for a parameter that is typed, as the channel is by a user who may not see channels. */
function choicesOf(call: TriedCall, name: string, channels: readonly TriedChannel[]) {
  if (name === 'type') return TYPES.map((type) => ({ id: type, name: type }));
  if (name !== 'channel') return [];
  const ofCall = channels.filter(({ type }) => type === (call === 'payout' ? 'payout' : 'collection'));
  return ofCall.map(({ code, name: shown }) => ({ id: code, name: `${shown} (${code})` }));
}

function NewNumber({ source }: { source: string }) {
  const { translate, clock } = useFormatContext();
  const { setValue } = useFormContext();
  return (
    <InputAdornment position="end">
      <IconButton
        size="small"
        aria-label={translate('tryIt.new_number')}
        title={translate('tryIt.new_number')}
        onClick={() => setValue(source, newNumber(clock.now().getTime()), { shouldDirty: true })}
      >
        <AutorenewIcon fontSize="small" />
      </IconButton>
    </InputAdornment>
  );
}

function codeOf(channels: readonly TriedChannel[], type: TriedChannel['type']): string {
  return channels.find((channel) => channel.type === type)?.code ?? '';
}

/** The parameters of each call. A type alias, because react-hook-form's types don't accept an interface. */
type TriedParameters = Record<TriedCall, Record<string, string>>;

/** The parameters of each call, as documented. Merchant number, time, nonce and signature are added. */
const PARAMETERS: Record<TriedCall, { required: readonly string[]; optional: readonly string[] }> = {
  collect: {
    required: ['merchant_order_no', 'channel', 'amount'],
    optional: ['subject', 'payer_name', 'notify_url', 'return_url'],
  },
  payout: {
    required: ['merchant_order_no', 'channel', 'amount', 'payee_name', 'card_number', 'bank_name'],
    optional: ['remark', 'notify_url'],
  },
  refund: { required: ['merchant_refund_no', 'merchant_order_no', 'amount', 'reason'], optional: ['notify_url'] },
  query: { required: ['type'], optional: ['merchant_order_no', 'merchant_refund_no'] },
};

/** The parameter of a call that is the merchant's own number and must be new, if the call has one. */
const OWN_NUMBER: Partial<Record<TriedCall, string>> = {
  collect: 'merchant_order_no',
  payout: 'merchant_order_no',
  refund: 'merchant_refund_no',
};

/**
 * An unused number.
 * @param at milliseconds since 1970
 */
function newNumber(at: number): string {
  return `TEST-${at.toString(36).toUpperCase()}`;
}

/** Values with which each call succeeds, with the first channel of its type; the refund only after an order is paid. */
function sampleParameters(at: number, channels: readonly TriedChannel[]): TriedParameters {
  const number = newNumber(at);
  const blank = { notify_url: '', return_url: '', payer_name: '', remark: '' };
  return {
    collect: {
      ...blank,
      merchant_order_no: number,
      channel: codeOf(channels, 'collection'),
      amount: '10000',
      subject: 'Test order',
    },
    payout: {
      ...blank,
      merchant_order_no: number,
      channel: codeOf(channels, 'payout'),
      amount: '10000',
      payee_name: 'Test Payee',
      card_number: '6222020200112233445',
      bank_name: 'Test Bank',
    },
    refund: { ...blank, merchant_refund_no: number, merchant_order_no: '', amount: '10000', reason: 'Test refund' },
    query: { type: 'collect', merchant_order_no: '', merchant_refund_no: '' },
  };
}

/**
 * The parameters after an accepted call. Query and refund then refer to the new order, and each call has a new number.
 */
function afterCall(call: TriedCall, values: TriedParameters): TriedParameters {
  const { merchant_order_no = '', merchant_refund_no = '' } = values[call];
  switch (call) {
    case 'query':
      return values;
    case 'refund':
      return { ...values, query: { type: call, merchant_order_no: '', merchant_refund_no } };
    case 'payout':
      return { ...values, query: { type: call, merchant_order_no, merchant_refund_no: '' } };
    case 'collect':
      return {
        ...values,
        query: { type: call, merchant_order_no, merchant_refund_no: '' },
        refund: { ...values.refund, merchant_order_no },
      };
  }
}

import AutorenewIcon from '@mui/icons-material/Autorenew';
import { IconButton, InputAdornment, MenuItem, Stack, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState } from 'react';
import { SelectInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { TRIED_CALLS, tryGatewayCall, type TriedCall, type TriedCallData } from '#shared/contract/gatewayTrial.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { CallFailure, CallForm, FormButtons } from '#console/ui/form/CallForm.tsx';
import { CallInput, NOT_FOR_MANAGERS } from '#console/ui/form/CredentialInputs.tsx';
import {
  afterCall,
  newNumber,
  OWN_NUMBER,
  PARAMETERS,
  sampleParameters,
  type TriedParameters,
} from './triedParameters.ts';

interface TriedChannel {
  type: 'collection' | 'payout';
  code: string;
  name: string;
}

/** A test key besides the default one. */
interface TriedKey {
  id: string;
  name: string;
}

interface TriedCallFormProps {
  keys: readonly TriedKey[];
  channels: readonly TriedChannel[];
  onAnswer(result: TriedCallData): void;
}

/** A form per call, whose inputs are labelled with the names of the gateway's parameters. */
export function TriedCallForm({ channels, keys, onAnswer }: TriedCallFormProps) {
  const { translate, clock } = useFormatContext();
  const api = useApi();
  const [call, setCall] = useState<TriedCall>('collect');
  const [keyId, setKeyId] = useState('');
  const [values, setValues] = useState<TriedParameters>(() =>
    sampleParameters(clock.now().getTime(), {
      collection: codeOf(channels, 'collection'),
      payout: codeOf(channels, 'payout'),
    }),
  );
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
            <ToggleButton key={one} value={one} sx={{ textTransform: 'none' }}>
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
        {PARAMETERS[call].map(({ name, isRequired = false }) => (
          <ParameterInput key={`${call} ${name}`} call={call} name={name} isRequired={isRequired} channels={channels} />
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

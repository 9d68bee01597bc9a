import { Box, MenuItem, TextField } from '@mui/material';
import { useDeferredValue, useMemo, useState } from 'react';
import { DEFAULT_SIGN_TYPE, isSignType, SIGN_TYPES } from '#shared/gateway/sign.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { NOT_FOR_MANAGERS } from '#console/views/actions/dialog/PasswordInput.tsx';
import { TestResult } from './TestResult.tsx';
import { testSignature, type Typed } from './testSignature.ts';

const NOTHING: Typed = { parameters: '', type: DEFAULT_SIGN_TYPE, key: '', given: '' };
const code = { fontFamily: 'monospace', fontSize: '0.8125rem' };
const columns = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
};

/** Makes a signature in the browser: nothing that is typed here is sent or kept. */
export function SignatureTester() {
  const { translate } = useFormatContext();
  const [typed, setTyped] = useState(NOTHING);
  const settled = useDeferredValue(typed);
  const tested = useMemo(() => testSignature(settled), [settled]);
  const type = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const saidType = 'problem' in tested || tested.typeIs !== 'said' ? null : tested.type;
  const plain = { ...NOT_FOR_MANAGERS, spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' };
  return (
    <Box sx={columns}>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <TextField
          label={translate('signatureTester.parameters')}
          helperText={translate('signatureTester.parameters_help')}
          multiline
          minRows={5}
          maxRows={14}
          fullWidth
          autoFocus
          value={typed.parameters}
          onChange={(event) => type({ parameters: event.target.value })}
          slotProps={{ htmlInput: { ...plain, style: code } }}
        />
        <TextField
          select
          label={translate('signatureTester.type')}
          helperText={translate(saidType ? 'signatureTester.type_said' : 'signatureTester.type_help')}
          fullWidth
          disabled={saidType !== null}
          value={saidType ?? typed.type}
          onChange={({ target: { value } }) => isSignType(value) && type({ type: value })}
        >
          {SIGN_TYPES.map((one) => (
            <MenuItem key={one} value={one}>
              {one}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          type="password"
          label={translate('signatureTester.key')}
          helperText={translate('signatureTester.key_help')}
          fullWidth
          value={typed.key}
          onChange={(event) => type({ key: event.target.value })}
          slotProps={{ htmlInput: plain }}
        />
        <TextField
          label={translate('signatureTester.given')}
          helperText={translate('signatureTester.given_help')}
          fullWidth
          value={typed.given}
          onChange={(event) => type({ given: event.target.value })}
          slotProps={{ htmlInput: { ...plain, style: code } }}
        />
      </Box>
      <TestResult tested={tested} />
    </Box>
  );
}

import { Alert, Box, MenuItem, TextField, Typography } from '@mui/material';
import { useDeferredValue, useId, useMemo, useState, type ReactNode } from 'react';
import { DEFAULT_SIGN_TYPE, SIGN_TYPES, isSignType } from '#shared/gateway/sign.ts';
import type { Translate } from '@merchant-console/declaration';
import { CopyButton, useFormatContext } from '@merchant-console/ra-declared';
import { LiveRegion, NOT_FOR_MANAGERS } from '@merchant-console/ra-declared/internal';
import { testSignature, type SignCause, type TestProblem, type Tested, type Typed } from './testSignature.ts';

const NOTHING: Typed = { parameters: '', type: DEFAULT_SIGN_TYPE, key: '', given: '' };
const code = { fontFamily: 'monospace', fontSize: '0.8125rem' };
const columns = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
};

/** Computes a signature in the browser. Nothing typed here is sent or stored. */
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

/** Shown instead of the key, so that its length stays hidden. */
const MASK = '•'.repeat(8);

/** The string to sign, its signature, and what is wrong with the other signature. */
function TestResult({ tested }: { tested: Tested | TestProblem }) {
  const { translate } = useFormatContext();
  if ('problem' in tested) {
    const { problem, ...args } = tested;
    return (
      <Box role="status">
        <Alert severity={problem === 'empty' ? 'info' : 'warning'} role="presentation">
          {translate(`signatureTester.problems.${problem}`, args)}
        </Alert>
      </Box>
    );
  }
  const { base, type, leftOut, expected, typeIs, isOddKey, causes } = tested;
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Output label={translate('signatureTester.base')}>
        {base}
        {type === 'MD5' && `&key=${MASK}`}
      </Output>
      <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary', typography: 'body2' }}>
        <li>{translate(type === 'MD5' ? 'signatureTester.how_md5' : 'signatureTester.how_hmac')}</li>
        {typeIs === 'added' && <li>{translate('signatureTester.type_added', { type })}</li>}
        {leftOut.sign && <li>{translate('signatureTester.sign_left_out')}</li>}
        {leftOut.empty.length > 0 && (
          <li>
            {translate('signatureTester.empty_left_out', {
              names: leftOut.empty.join(', '),
              smart_count: leftOut.empty.length,
            })}
          </li>
        )}
        {isOddKey && <li>{translate('signatureTester.odd_key')}</li>}
      </Box>
      {expected === null ? (
        <Typography color="text.secondary">{translate('signatureTester.needs_key')}</Typography>
      ) : (
        <Output label={translate('signatureTester.expected')} copies={expected}>
          {expected}
        </Output>
      )}
      <LiveRegion role="status">
        {causes?.length === 0 && (
          <Alert severity="success" role="presentation">
            {translate('signatureTester.same')}
          </Alert>
        )}
        {causes !== null && causes.length > 0 && (
          <Alert severity="error" role="presentation">
            <div>{translate('signatureTester.differs')}</div>
            <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
              {causes.map((cause) => (
                <li key={cause.cause}>{causeText(cause, translate)}</li>
              ))}
            </Box>
          </Alert>
        )}
      </LiveRegion>
    </Box>
  );
}

interface OutputProps {
  label: string;
  /** Text that the button copies. */
  copies?: string;
  children: ReactNode;
}

function Output({ label, copies, children }: OutputProps) {
  const id = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5, typography: 'subtitle2' }}>
        <span id={id}>{label}</span>
        {copies !== undefined && <CopyButton text={copies} label={label} />}
      </Box>
      <Box
        role="group"
        aria-labelledby={id}
        sx={{
          p: 1.5,
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
          bgcolor: 'action.hover',
          fontFamily: 'monospace',
          fontSize: '0.8125rem',
          wordBreak: 'break-all',
          whiteSpace: 'pre-wrap',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

/** Describes a mistake in the user's language. */
export function causeText({ cause, ...args }: SignCause, translate: Translate): string {
  return translate(`signatureTester.causes.${cause}`, args);
}

import { Alert, Box, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { CopyButton } from '#console/views/record/CopyButton.tsx';
import { causeText } from './causeText.ts';
import type { Tested, TestProblem } from './testSignature.ts';

/** Stands for the key, whose length is nobody's business. */
const MASK = '•'.repeat(8);

/** The text that is signed, the signature that it gives, and what is wrong with the other one. */
export function TestResult({ tested }: { tested: Tested | TestProblem }) {
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
  const { base, type, leftOut, expected, typeIs, isOddKey } = tested;
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
      <Verdict tested={tested} />
    </Box>
  );
}

function Verdict({ tested: { causes } }: { tested: Tested }) {
  const { translate } = useFormatContext();
  return (
    <Box role="status" sx={{ '&:empty': { mt: -2 } }}>
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
    </Box>
  );
}

interface OutputProps {
  label: string;
  /** What its button copies. */
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
          ...{ p: 1.5, borderRadius: 1, border: 1, borderColor: 'divider', bgcolor: 'action.hover' },
          ...{ fontFamily: 'monospace', fontSize: '0.8125rem', wordBreak: 'break-all', whiteSpace: 'pre-wrap' },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

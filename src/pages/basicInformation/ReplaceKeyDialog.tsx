import { Alert, AlertTitle, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Md5Key } from '#shared/contract/baseInfo.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { ActionResult } from '#console/views/actions/dialog/ActionResult.tsx';
import { CodeInput } from '#console/views/actions/dialog/CodeInput.tsx';
import { PasswordInput } from '#console/views/actions/dialog/PasswordInput.tsx';
import { errorText } from '#console/views/state/errorText.ts';
import { useSending } from '#console/views/state/useSending.tsx';
import { GraceChoice } from './GraceChoice.tsx';
import { useKeyReplacement } from './useKeyReplacement.ts';

const RESULT = { source: 'key', kind: 'secret', text: 'basicInfo.made_text' } as const;

interface ReplaceKeyDialogProps {
  md5Key: Md5Key;
  onClose(): void;
}

/** Says what replacing the key means, asks who does it, and shows the new one this once. */
export function ReplaceKeyDialog({ md5Key, onClose }: ReplaceKeyDialogProps) {
  const { translate } = useFormatContext();
  const notify = useNotify();
  // What it is about stays what it was when the dialog was opened, though the page behind it goes on.
  const [{ current, previous, max_grace_hours }] = useState(md5Key);
  const replacement = useKeyReplacement(md5Key);
  const sending = useSending();
  const id = useId();
  const { proofs, problems, failure, isBusy, inputs } = replacement;
  const title = translate(current ? 'basicInfo.replace_title' : 'basicInfo.make');
  if (replacement.key !== null) {
    const done = () => {
      onClose();
      notify('basicInfo.done', { type: 'success' });
    };
    return (
      <ActionResult
        result={RESULT}
        value={replacement.key}
        words={{ label: translate('basicInfo.made'), subject: '' }}
        close={translate('basicInfo.is_stored')}
        onClose={done}
      />
    );
  }
  const inputOf = (proof: 'pay_password' | 'totp_code') => ({
    ...{ value: proofs[proof], problem: problems[proof] ?? null, disabled: isBusy, input: inputs[proof] },
    onChange: (text: string) => replacement.type(proof, text),
  });
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={`${id}-title`} onClose={isBusy ? undefined : onClose}>
      <Box
        component="form"
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          if (!sending.isBlocked) replacement.submit();
        }}
      >
        <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '& > :empty': { mt: -2 } }}>
          {current && (
            <GraceChoice
              {...{ previous }}
              max={max_grace_hours}
              hours={replacement.graceHours}
              disabled={isBusy}
              onChange={replacement.setGraceHours}
            />
          )}
          <PasswordInput {...inputOf('pay_password')} />
          <CodeInput {...inputOf('totp_code')} autoFocus={false} />
          <div role="alert">
            {failure && (
              <Alert severity={failure.isUnknown ? 'warning' : 'error'} role="presentation">
                {failure.isUnknown && <AlertTitle>{translate('actions.unknown_title')}</AlertTitle>}
                <div>{errorText(failure.error, translate)}</div>
                {failure.isUnknown && translate('basicInfo.unknown_text')}
              </Alert>
            )}
          </div>
          {sending.reason}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={isBusy}>
            {translate('filters.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={current ? 'error' : 'primary'}
            loading={isBusy}
            {...sending.button}
          >
            {translate(current ? 'basicInfo.replace' : 'basicInfo.make')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  TextField,
} from '@mui/material';
import { useId, useState, useRef } from 'react';
import { useNotify } from 'react-admin';
import { flushSync } from 'react-dom';
import { md5KeyUpdate, type Md5Key, type MerchantKey } from '#shared/contract/baseInfo.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { ActionResult } from '#console/resource/actions/dialog/ActionResult.tsx';
import { CodeInput } from '#console/resource/actions/dialog/CodeInput.tsx';
import { PasswordInput } from '#console/resource/actions/dialog/PasswordInput.tsx';
import { errorText } from '#console/ui/errorText.ts';
import { useSending } from '#console/ui/useSending.tsx';
import { useApi } from '#console/api/createApi.ts';
import { errorOf, outcomeOf } from '#console/api/ApiError.ts';
import { fieldErrors } from '#console/resource/form/fieldErrors.ts';
import { useBaseInfoStore } from './useBaseInfo.ts';

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
    value: proofs[proof],
    problem: problems[proof] ?? null,
    disabled: isBusy,
    input: inputs[proof],
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

/** Those that are below what the server allows are offered beside it, in hours. */
const USUAL = [1, 4, 24, 72];

interface GraceChoiceProps {
  /** An older key that still works. */
  previous: MerchantKey | null;
  max: number;
  hours: number;
  disabled: boolean;
  onChange(hours: number): void;
}

/** What becomes of the key that is in force now, and of an older one. */
function GraceChoice({ previous, max, hours, disabled, onChange }: GraceChoiceProps) {
  const { translate } = useFormatContext();
  const offered = [...USUAL.filter((one) => one < max), max].filter((one) => one > 0);
  return (
    <>
      <Alert severity="warning" role="presentation">
        {translate(hours === 0 ? 'basicInfo.ends_now' : 'basicInfo.ends_later')}
        {previous && ` ${translate('basicInfo.older_ends', { tail: previous.tail })}`}
      </Alert>
      {offered.length > 0 && (
        <TextField
          select
          fullWidth
          label={translate('basicInfo.old_key')}
          value={String(hours)}
          disabled={disabled}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          <MenuItem value="0">{translate('basicInfo.grace_none')}</MenuItem>
          {offered.map((one) => (
            <MenuItem key={one} value={String(one)}>
              {translate('basicInfo.grace_hours', { smart_count: one })}
            </MenuItem>
          ))}
        </TextField>
      )}
    </>
  );
}

const PROOFS = ['pay_password', 'totp_code'] as const;
type Proof = (typeof PROOFS)[number];
type Problems = Partial<Record<Proof, string>>;

const FIELDS = PROOFS.map((source) => ({ source, type: 'secret' as const }));

/**
 * What shows that it is the user who replaces a key, and the new key once it is there. The key that is replaced is the
 * one that the dialog was opened with, so that a second try after a lost answer makes no second key.
 */
function useKeyReplacement({ current, max_grace_hours }: Md5Key) {
  const { translate } = useFormatContext();
  const api = useApi();
  const store = useBaseInfoStore();
  const [replaced] = useState(current?.id ?? null);
  const [graceHours, setGraceHours] = useState(max_grace_hours);
  const [proofs, setProofs] = useState<Record<Proof, string>>({ pay_password: '', totp_code: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<{ error: Error; isUnknown: boolean } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const isSending = useRef(false);
  const inputs = { pay_password: useRef<HTMLInputElement>(null), totp_code: useRef<HTMLInputElement>(null) };

  function show(found: Problems): void {
    flushSync(() => setProblems(found));
    const first = PROOFS.find((proof) => found[proof] !== undefined);
    if (first) inputs[first].current?.focus();
  }

  async function send(): Promise<void> {
    const missing = PROOFS.filter((proof) => proofs[proof] === '');
    setFailure(null);
    show(Object.fromEntries(missing.map((proof) => [proof, translate(`prompts.${proof}`)])));
    if (missing.length > 0) return;
    isSending.current = true;
    setIsBusy(true);
    try {
      const { key: made, base_info } = await api(md5KeyUpdate, {
        body: { key_id: replaced, grace_hours: graceHours, ...proofs },
      });
      store.put(base_info);
      setKey(made);
    } catch (caught) {
      const error = errorOf(caught);
      const { byField, rest } = fieldErrors(error, FIELDS);
      setFailure(rest && { error: rest, isUnknown: outcomeOf(error) === 'unknown' });
      // A code is good for one try.
      setProofs((before) => ({ ...before, totp_code: '' }));
      show(Object.fromEntries(byField));
      store.askAnew();
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }

  return {
    graceHours,
    setGraceHours,
    proofs,
    problems,
    failure,
    isBusy,
    inputs,
    key,
    type(proof: Proof, text: string): void {
      setProofs((before) => ({ ...before, [proof]: text }));
      setProblems(({ [proof]: _, ...others }) => others);
    },
    submit(): void {
      if (!isSending.current) void send();
    },
  };
}

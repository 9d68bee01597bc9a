import { Box, Skeleton, Stack, Typography, Paper } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useId } from 'react';
import { ownPasswords } from '#shared/contract/calls.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import {
  CallFailure,
  CallForm,
  cardPadding,
  FormButtons,
  LoadFailure,
  NOT_FOR_MANAGERS,
  prompt,
  useSettled,
  visuallyHidden,
} from '@merchant-console/ra-declared/internal';
import { LOGIN, PAY, type PasswordKind, type Proof } from './passwordKinds.ts';
import { useNotify } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import RadioButtonUncheckedIcon from '@mui/icons-material/RadioButtonUnchecked';
import ScheduleIcon from '@mui/icons-material/Schedule';
import type { OwnPasswords } from '#shared/contract/ownPasswords.ts';
import { passwordStrength, STRENGTHS } from './passwordStrength.ts';
import { PasswordInput } from './PasswordInput.tsx';

/** Page to change the login password. */
export function LoginPasswordPage() {
  return <OwnPasswordPage kind={LOGIN} />;
}

/** Page to change the payment password, which outgoing money requires, or to set the first one. */
export function PayPasswordPage() {
  return <OwnPasswordPage kind={PAY} />;
}

/** The page of one of the user's own passwords. */
function OwnPasswordPage({ kind }: { kind: PasswordKind }) {
  const { translate } = useFormatContext();
  const api = useApi();
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['ownPasswords'],
    queryFn: ({ signal }) => api(ownPasswords, { signal }),
    // Another tab may have set one in the meantime.
    refetchOnMount: 'always',
  });
  const isFirst = data && kind.page === 'payPassword' && !data.has_pay_password;
  return (
    <Stack sx={{ gap: 2, minWidth: 0, maxWidth: 640 }}>
      <Box>
        <Typography ref={heading} tabIndex={-1} component="h1" variant="h5" sx={{ outline: 'none' }}>
          {translate(`menu.${kind.page}`)}
        </Typography>
        <Typography color="text.secondary" sx={{ mt: 0.5 }}>
          {translate(`ownPasswords.${kind.page}.${isFirst ? 'about_first' : 'about'}`)}
        </Typography>
      </Box>
      {data && (
        <PasswordForm
          key={String(data.has_pay_password)}
          kind={kind}
          own={data}
          onDone={() => {
            heading.current?.focus();
            void refetch();
            // The dashboard has a step for the first payment password.
            void queryClient.invalidateQueries({ queryKey: ['home'] });
          }}
        />
      )}
      {!data && !error && <Skeleton aria-busy="true" variant="rounded" height={420} />}
      {!data && error && <LoadFailure title="ownPasswords.load_error" error={error} onRetry={refetch} />}
    </Stack>
  );
}

const STRENGTH_METER_COLORS = {
  weak: 'error.main',
  fair: 'warning.main',
  good: 'success.main',
  strong: 'success.main',
};
/** Milliseconds after the last key until the strength is announced to screen readers. */
const PAUSE_MS = 600;

/** Strength of a password, as text and as the number of filled bars out of four. */
function StrengthMeter({ password }: { password: string }) {
  const { translate } = useFormatContext();
  const settled = useSettled(password, PAUSE_MS);
  const inWords = (text: string) =>
    text === ''
      ? ''
      : translate('ownPasswords.strength', { strength: translate(`ownPasswords.strengths.${passwordStrength(text)}`) });
  const strength = passwordStrength(password);
  const bars = password === '' ? 0 : STRENGTHS.indexOf(strength) + 1;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 20 }}>
      <Box aria-hidden="true" sx={{ display: 'flex', gap: 0.5, flex: '0 0 128px' }}>
        {STRENGTHS.map((step, at) => (
          <Box
            key={step}
            sx={{
              flex: 1,
              height: 6,
              borderRadius: 3,
              bgcolor: at < bars ? STRENGTH_METER_COLORS[strength] : 'action.disabledBackground',
            }}
          />
        ))}
      </Box>
      <Box aria-hidden="true" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {inWords(password)}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {inWords(settled)}
      </Box>
    </Box>
  );
}

interface PasswordFormProps {
  kind: PasswordKind;
  own: OwnPasswords;
  /** Called once the new password is stored and the form is empty again. */
  onDone(): void;
}

/** Display time of the success message, in milliseconds: it has more to read than others. */
const SUCCESS_SHOWN_MS = 6000;

/** Inputs of the old password, the new one, and its repetition. */
function PasswordForm({ kind, own, onDone }: PasswordFormProps) {
  const api = useApi();
  const notify = useNotify();
  const { newField, page } = kind;
  const proof = kind.proof(own);
  async function save({ [proof.field]: old = '', [newField]: chosen = '' }: Record<string, string>): Promise<void> {
    await kind.update(api, proof, old, chosen);
    notify(`ownPasswords.${page}.saved`, { type: 'success', autoHideDuration: SUCCESS_SHOWN_MS });
    onDone();
  }
  return (
    <Paper variant="outlined" sx={{ p: cardPadding }}>
      <CallForm
        defaultValues={{ [proof.field]: '', [newField]: '', [againOf(kind)]: '' }}
        call={save}
        sx={{ display: 'grid', gap: 2, '& > *': { maxWidth: 420, minWidth: 0 } }}
      >
        <PasswordInputs kind={kind} own={own} proof={proof} />
      </CallForm>
    </Paper>
  );
}

/** Source of the input in which the new password is repeated. */
const againOf = ({ newField }: PasswordKind) => `${newField}_again`;

type PasswordInputsProps = Pick<PasswordFormProps, 'kind' | 'own'> & { proof: Proof };

function PasswordInputs({ kind, own, proof }: PasswordInputsProps) {
  const { translate } = useFormatContext();
  const { getValues, clearErrors } = useFormContext<Record<string, string>>();
  const password = useWatch<Record<string, string>>({ name: kind.newField }) ?? '';
  const rulesId = useId();
  const { newField, isLogin, length, page } = kind;
  const ofNew = isLogin ? { autoComplete: 'new-password' } : NOT_FOR_MANAGERS;
  const again = againOf(kind);

  function checkNew(typed: string): string | undefined {
    if (typed === '') return 'prompts.new_password';
    const [rule] = kind.broken(typed, own.username);
    return rule && translate(`ownPasswords.${page}.broken.${rule}`, length);
  }
  function checkAgain(typed: string): string | undefined {
    const chosen = getValues(newField);
    if (typed === '' && chosen !== '') return 'prompts.new_password_again';
    return typed === chosen ? undefined : 'password.mismatch';
  }
  return (
    <>
      {/* Tells password managers which account the password belongs to. */}
      {proof.isLogin && <input type="text" autoComplete="username" value={own.username} readOnly hidden />}
      <PasswordInput
        source={proof.field}
        label={translate(proof.label)}
        validate={prompt(proof.field)}
        attributes={proof.isLogin ? { autoComplete: 'current-password' } : NOT_FOR_MANAGERS}
      />
      <PasswordInput
        source={newField}
        label={translate('ownPasswords.new')}
        validate={checkNew}
        // The match of the two passwords must be checked again.
        onChange={() => clearErrors(again)}
        attributes={ofNew}
        describedBy={rulesId}
      />
      {isLogin && <StrengthMeter password={password} />}
      <RuleList id={rulesId} kind={kind} password={password} username={own.username} />
      <PasswordInput source={again} label={translate('ownPasswords.again')} validate={checkAgain} attributes={ofNew} />
      <CallFailure unknown={translate('ownPasswords.unknown_text')} />
      <FormButtons submit={translate(`ownPasswords.${page}.submit`)} />
    </>
  );
}

/** `later`: only the server can check it. */
type RuleState = 'met' | 'open' | 'later';

const ICONS = { met: CheckCircleIcon, open: RadioButtonUncheckedIcon, later: ScheduleIcon };
const COLORS = { met: 'success', open: 'action', later: 'action' } as const;

interface RuleListProps {
  id: string;
  kind: PasswordKind;
  password: string;
  username: string;
}

/** Rules of a new password, each checked off once it is met. */
function RuleList({ id, kind, password, username }: RuleListProps) {
  const { translate } = useFormatContext();
  const broken = kind.broken(password, username);
  const stateOf = (rule: string): RuleState => {
    if (kind.serverRules.includes(rule)) return 'later';
    return password === '' || broken.has(rule) ? 'open' : 'met';
  };
  return (
    <Box component="ul" id={id} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5, typography: 'body2' }}>
      {kind.rules.map((rule) => {
        const state = stateOf(rule);
        const Icon = ICONS[state];
        return (
          <Box component="li" key={rule} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
            <Icon color={COLORS[state]} fontSize="small" aria-hidden="true" />
            <span>
              {translate(`ownPasswords.${kind.page}.rules.${rule}`, kind.length)}
              <Box component="span" sx={visuallyHidden}>{` (${translate(`ownPasswords.rule_${state}`)})`}</Box>
            </span>
          </Box>
        );
      })}
    </Box>
  );
}

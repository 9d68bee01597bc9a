import { Button, Paper, Alert, AlertTitle, Box } from '@mui/material';
import { useId } from 'react';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import RadioButtonUncheckedIcon from '@mui/icons-material/RadioButtonUnchecked';
import ScheduleIcon from '@mui/icons-material/Schedule';
import type { OwnPasswords } from '#shared/contract/ownPasswords.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { NOT_FOR_MANAGERS } from '#console/resource/actions/dialog/PasswordInput.tsx';
import { useSending } from '#console/ui/useSending.tsx';
import { ApiError, outcomeOf } from '#console/api/ApiError.ts';
import { errorText } from '#console/ui/errorText.ts';
import { outOfSight } from '#console/ui/outOfSight.ts';
import { useSettled } from '#console/ui/useSettled.ts';
import { passwordStrength, STRENGTHS } from '#shared/passwords/passwordStrength.ts';
import { PasswordInput } from './PasswordInput.tsx';
import type { PasswordKind } from './passwordKinds.ts';
import { usePasswordChange, type InputName } from './usePasswordChange.ts';

const STRENGTH_METER_COLORS = {
  weak: 'error.main',
  fair: 'warning.main',
  good: 'success.main',
  strong: 'success.main',
};
/** Said once typing rests, not at each letter. */
const PAUSE_MS = 600;

/** How hard a password is to guess: in words, and as so many of four bars. */
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
      <Box role="status" sx={outOfSight}>
        {inWords(settled)}
      </Box>
    </Box>
  );
}

interface PasswordFormProps {
  kind: PasswordKind;
  own: OwnPasswords;
  /** The new one is stored and the form is empty again. */
  onDone(): void;
}

/** The old password, the new one, and that again. */
export function PasswordForm({ kind, own, onDone }: PasswordFormProps) {
  const { translate } = useFormatContext();
  const change = usePasswordChange({ kind, own, onDone });
  const sending = useSending();
  const rulesId = useId();
  const { proof, values } = change;
  const inputOf = (name: InputName, field: string, label: string, autoComplete: string | null) => ({
    name: field,
    label: translate(label),
    value: values[name],
    input: change.inputs[name],
    problem: change.problems[name] ?? null,
    isBusy: change.isBusy,
    attributes: autoComplete === null ? NOT_FOR_MANAGERS : { autoComplete },
    onChange: (text: string) => change.type(name, text),
  });
  const ofNew = kind.isLogin ? 'new-password' : null;
  return (
    <Paper
      component="form"
      variant="outlined"
      noValidate
      aria-busy={change.isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isBlocked) change.submit();
      }}
      sx={{ p: 2.5, display: 'grid', gap: 2, '& > *': { maxWidth: 420, minWidth: 0 }, '& > :empty': { mt: -2 } }}
    >
      {/* Tells password managers whose password it is. */}
      {proof.isLogin && <input type="text" autoComplete="username" value={own.username} readOnly hidden />}
      <PasswordInput {...inputOf('old', proof.field, proof.label, proof.isLogin ? 'current-password' : null)} />
      <PasswordInput {...inputOf('chosen', kind.newField, 'ownPasswords.new', ofNew)} describedBy={rulesId} />
      {kind.isLogin && <StrengthMeter password={values.chosen} />}
      <RuleList id={rulesId} kind={kind} password={values.chosen} username={own.username} />
      <PasswordInput {...inputOf('again', `${kind.newField}_again`, 'ownPasswords.again', ofNew)} />
      <ChangeFailure error={change.failure} />
      {sending.reason}
      <div>
        <Button type="submit" variant="contained" loading={change.isBusy} {...sending.button} sx={{ minWidth: 160 }}>
          {translate(`ownPasswords.${kind.page}.submit`)}
        </Button>
      </div>
    </Paper>
  );
}

/** What no input can say. Its place is there before there is anything to tell, so that it is read out. */
function ChangeFailure({ error }: { error: Error | null }) {
  const { translate } = useFormatContext();
  const isUnknown = error instanceof ApiError && outcomeOf(error) === 'unknown';
  return (
    <div role="alert">
      {error && (
        <Alert role="presentation" severity={isUnknown ? 'warning' : 'error'}>
          {isUnknown && <AlertTitle>{translate('actions.unknown_title')}</AlertTitle>}
          <div>{error instanceof ApiError ? errorText(error, translate) : error.message}</div>
          {isUnknown && translate('ownPasswords.unknown_text')}
        </Alert>
      )}
    </div>
  );
}

/** `later`: only the server can tell. */
type RuleState = 'met' | 'open' | 'later';

const ICONS = { met: CheckCircleIcon, open: RadioButtonUncheckedIcon, later: ScheduleIcon };
const COLORS = { met: 'success', open: 'action', later: 'action' } as const;

interface RuleListProps {
  id: string;
  kind: PasswordKind;
  password: string;
  username: string;
}

/** What a new password has to be, each rule ticked once it is. */
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
              <Box component="span" sx={outOfSight}>{` (${translate(`ownPasswords.rule_${state}`)})`}</Box>
            </span>
          </Box>
        );
      })}
    </Box>
  );
}

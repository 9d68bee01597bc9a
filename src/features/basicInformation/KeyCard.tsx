import { Alert, Box, Button, MenuItem, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import {
  type BasicInformation,
  md5KeyEndOld,
  md5KeyUpdate,
  type Md5Key,
  type MerchantKey,
} from '#shared/contract/basicInformation.ts';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { useApi } from '#console/api/createApi.ts';
import { type FormatContext, RecordCard, useFormatContext, useResourcePlace } from '@merchant-console/ra-declared';
import {
  ActionResult,
  CallDialog,
  CodeInput,
  ConfirmDialog,
  formatInstant,
  Link,
  PayPasswordInput,
} from '@merchant-console/ra-declared/internal';
import { Row } from './Row.tsx';
import { useBasicInformationStore } from './useBasicInformation.ts';

type Open = 'replace' | 'endOld' | null;

interface KeyCardProps {
  md5Key: Md5Key;
  may: BasicInformation['may'];
  currency: string;
}

/** The key that signs calls, and the previous one while it still works. */
export function KeyCard({ md5Key, may, currency }: KeyCardProps) {
  const { translate } = useFormatContext();
  const [open, setOpen] = useState<Open>(null);
  const { current, previous } = md5Key;
  const close = () => setOpen(null);
  return (
    <Box className="wide">
      <RecordCard title={translate('basicInfo.signing_key')}>
        <Typography color="text.secondary" sx={{ maxWidth: 720, mb: 1, textWrap: 'pretty' }}>
          {translate('basicInfo.about_key')}
        </Typography>
        {current ? (
          <KeyRows of={current} currency={currency} />
        ) : (
          <Alert severity="info" role="presentation">
            {translate(may.make_key ? 'basicInfo.no_key' : 'basicInfo.no_key_ask')}
          </Alert>
        )}
        {may.regenerate && !may.make_key && (
          <Typography color="text.secondary" sx={{ mt: 1 }}>
            {translate('basicInfo.needs_rights')}
          </Typography>
        )}
        {may.make_key && (
          <Button variant={current ? 'outlined' : 'contained'} sx={{ mt: 1.5 }} onClick={() => setOpen('replace')}>
            {translate(current ? 'basicInfo.replace' : 'basicInfo.make')}
          </Button>
        )}
        {previous && <OldKey previous={previous} mayEnd={may.regenerate} onEnd={() => setOpen('endOld')} />}
        <MoreKeys />
      </RecordCard>
      {open === 'replace' && <ReplaceKeyDialog md5Key={md5Key} onClose={close} />}
      {open === 'endOld' && previous && <EndOldDialog previous={previous} onClose={close} />}
    </Box>
  );
}

/** Link to the keys of individual servers, for users who may see them. */
function MoreKeys() {
  const { translate } = useFormatContext();
  const keys = useResourcePlace('signing_keys');
  if (!keys) return null;
  return (
    <Box sx={{ '& a': { color: 'primary.main' }, mt: 2, pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Typography color="text.secondary" sx={{ maxWidth: 720, mb: 0.5, textWrap: 'pretty' }}>
        {translate('basicInfo.about_keys')}
      </Typography>
      <Link to={keys.basePath}>{translate('basicInfo.to_keys')}</Link>
    </Box>
  );
}

interface OldKeyProps {
  previous: NonNullable<Md5Key['previous']>;
  mayEnd: boolean;
  onEnd(): void;
}

function OldKey({ previous, mayEnd, onEnd }: OldKeyProps) {
  const context = useFormatContext();
  const { translate } = context;
  const ends = formatInstant(previous.ends_at, context);
  return (
    <Alert severity="warning" role="presentation" sx={{ mt: 2, '& .MuiAlert-message': { flex: 1 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: '1 1 320px' }}>
          {translate('basicInfo.old_works', { tail: previous.tail, ends })} {lastUseText(previous, context)}
        </Box>
        {mayEnd && (
          <Button color="inherit" variant="outlined" size="small" onClick={onEnd}>
            {translate('basicInfo.end_old')}
          </Button>
        )}
      </Box>
    </Alert>
  );
}

function KeyRows({ of: key, currency }: { of: MerchantKey; currency: string }) {
  const context = useFormatContext();
  const { translate, currencyData } = context;
  const limitText = (limit: string | null) =>
    limit === null ? translate('basicInfo.no_limit') : amountInWords(limit, currency, currencyData);
  return (
    <Box component="dl" sx={{ m: 0, maxWidth: 540 }}>
      <Row label={translate('basicInfo.key')} value={key.tail}>
        <MaskedKey tail={key.tail} />
      </Row>
      <Row label={translate('basicInfo.per_call')} value={limitText(key.per_call_limit)} />
      <Row label={translate('basicInfo.per_day')} value={limitText(key.per_day_limit)} />
      <Row label={translate('basicInfo.key_created')} value={formatInstant(key.created_at, context)} />
      <Row label={translate('basicInfo.key_used')} value={key.last_used_at}>
        {key.last_used_at === null ? translate('basicInfo.never_used') : formatInstant(key.last_used_at, context)}
      </Row>
    </Box>
  );
}

/** Announced by its last characters, not as a row of bullets. */
function MaskedKey({ tail }: { tail: string }) {
  const { translate } = useFormatContext();
  return (
    <Box
      component="span"
      role="img"
      aria-label={translate('basicInfo.key_ending', { tail })}
      sx={{ fontFamily: 'monospace' }}
    >
      {'•'.repeat(8)}
      {tail}
    </Box>
  );
}

/** Ends the old key before its grace period is over. */
function EndOldDialog({ previous, onClose }: { previous: MerchantKey; onClose(): void }) {
  const context = useFormatContext();
  const { translate } = context;
  const api = useApi();
  const notify = useNotify();
  const store = useBasicInformationStore();
  const ending = useMutation({
    mutationFn: () => api(md5KeyEndOld, { body: { key_id: previous.id } }),
    onSuccess(info) {
      store.put(info);
      notify('basicInfo.old_ended', { type: 'success' });
      onClose();
    },
    onError: () => store.askAnew(),
  });
  return (
    <ConfirmDialog
      title={translate('basicInfo.end_old_title', { tail: previous.tail })}
      text={`${translate('basicInfo.end_old_text')} ${lastUseText(previous, context)}`}
      confirm={translate('basicInfo.end_old')}
      isDangerous
      needsServer
      isBusy={ending.isPending}
      failure={ending.error}
      onConfirm={ending.mutate}
      onClose={onClose}
    />
  );
}

/** Time of the last call signed with an old key, from which users see whether a server still needs it. */
function lastUseText({ last_used_at }: MerchantKey, context: FormatContext): string {
  const at = formatInstant(last_used_at, context);
  return context.translate(last_used_at === null ? 'basicInfo.old_unused' : 'basicInfo.old_used', { at });
}

const RESULT = { source: 'key', kind: 'secret', text: 'basicInfo.made_text' } as const;
const NO_PROOFS = { pay_password: '', totp_code: '' };

/** Explains what replacing the key does, asks for verification, and shows the new key once. */
function ReplaceKeyDialog({ md5Key, onClose }: { md5Key: Md5Key; onClose(): void }) {
  const { translate } = useFormatContext();
  const notify = useNotify();
  const api = useApi();
  const store = useBasicInformationStore();
  // The keys when the dialog opened, so that a retry after a lost response doesn't create a second key.
  const [{ current, previous, max_grace_hours }] = useState(md5Key);
  const [graceHours, setGraceHours] = useState(max_grace_hours);
  const [key, setKey] = useState<string | null>(null);
  if (key !== null) {
    const done = () => {
      onClose();
      notify('basicInfo.done', { type: 'success' });
    };
    return (
      <ActionResult
        result={RESULT}
        value={key}
        words={{ label: translate('basicInfo.made'), subject: '' }}
        close={translate('basicInfo.is_stored')}
        onClose={done}
      />
    );
  }
  async function replace(proofs: typeof NO_PROOFS): Promise<void> {
    const body = { key_id: current?.id ?? null, grace_hours: graceHours, ...proofs };
    try {
      const made = await api(md5KeyUpdate, { body });
      store.put(made.base_info);
      setKey(made.key);
    } catch (error) {
      store.askAnew();
      throw error;
    }
  }
  return (
    <CallDialog
      title={translate(current ? 'basicInfo.replace_title' : 'basicInfo.make')}
      submit={translate(current ? 'basicInfo.replace' : 'basicInfo.make')}
      isDangerous={current !== null}
      unknown={translate('basicInfo.unknown_text')}
      defaultValues={NO_PROOFS}
      emptied={['totp_code']}
      call={replace}
      onClose={onClose}
    >
      {current && <GraceChoice previous={previous} max={max_grace_hours} hours={graceHours} onChange={setGraceHours} />}
      <PayPasswordInput autoFocus />
      <CodeInput />
    </CallDialog>
  );
}

/** Suggested grace periods in hours. Only those below the server's limit are offered. */
const USUAL = [1, 4, 24, 72];

interface GraceChoiceProps {
  /** An older key that still works, or null. */
  previous: MerchantKey | null;
  max: number;
  hours: number;
  onChange(hours: number): void;
}

/** Selects how long the current key keeps working, and explains what happens to an older one. */
function GraceChoice({ previous, max, hours, onChange }: GraceChoiceProps) {
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

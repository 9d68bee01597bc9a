import { Alert, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { md5KeyUpdate, type Md5Key, type MerchantKey } from '#shared/contract/baseInfo.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { ActionResult } from '#console/resource/actions/dialog/ActionResult.tsx';
import { CallDialog } from '#console/ui/form/CallForm.tsx';
import { CodeInput, PayPasswordInput } from '#console/ui/form/CredentialInputs.tsx';
import { useApi } from '#console/api/createApi.ts';
import { useBaseInfoStore } from './useBaseInfo.ts';

const RESULT = { source: 'key', kind: 'secret', text: 'basicInfo.made_text' } as const;
const NO_PROOFS = { pay_password: '', totp_code: '' };

/** Explains what replacing the key does, asks for verification, and shows the new key once. */
export function ReplaceKeyDialog({ md5Key, onClose }: { md5Key: Md5Key; onClose(): void }) {
  const { translate } = useFormatContext();
  const notify = useNotify();
  const api = useApi();
  const store = useBaseInfoStore();
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

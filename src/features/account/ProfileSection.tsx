import { Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { ownContact } from '#shared/contract/ownAccount.ts';
import { ApiError } from '#console/api/ApiError.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useSending } from '#console/ui/useSending.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { useKeepAccount, type AccountProps } from './useOwnAccount.ts';
import { emptyTakesNoRoom, Section } from './Section.tsx';
import { useSend } from './useSend.ts';

const INPUTS = [
  { name: 'phone', type: 'tel', autoComplete: 'tel', maxLength: 40 },
  { name: 'email', type: 'email', autoComplete: 'email', maxLength: 200 },
] as const;

/** Who the user is, of which phone and email are theirs to change. */
export function ProfileSection({ account, isFixed }: AccountProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  const notify = useNotify();
  const keep = useKeepAccount();
  const sending = useSending();
  const form = useSend('phone', 'email');
  const [typed, setTyped] = useState<{ phone?: string; email?: string }>({});
  const values = { phone: typed.phone ?? account.phone ?? '', email: typed.email ?? account.email ?? '' };
  const isChanged = values.phone !== (account.phone ?? '') || values.email !== (account.email ?? '');

  async function save(): Promise<void> {
    const body = { phone: values.phone || null, email: values.email || null, revision: account.revision };
    const isSaved = await form.send(async () => {
      try {
        keep(await api(ownContact, { body }));
      } catch (error) {
        // What a colleague has stored meanwhile is what the next try is about.
        if (error instanceof ApiError && error.errorId === 'conflict') keep();
        throw error;
      }
    });
    if (!isSaved) return;
    setTyped({});
    notify('account.saved', { type: 'success' });
  }

  return (
    <Section title={translate('account.profile.title')} about={translate('account.profile.about')}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 1 }}>
        {(['username', 'real_name'] as const).map((field) => (
          <Entry key={field} name={translate(`resources.users.fields.${field}`)} value={account[field] ?? '–'} />
        ))}
        <Entry name={translate('fields.roles')} value={account.roles.join(', ') || '–'} />
      </Box>
      <Box
        component="form"
        noValidate
        aria-busy={form.isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          if (!sending.isBlocked) void save();
        }}
        sx={{ ...emptyTakesNoRoom, display: 'grid', gap: 2, maxWidth: 420 }}
      >
        {INPUTS.map(({ name, type, ...attributes }) => (
          <TextField
            key={name}
            id={`account-${name}`}
            name={name}
            type={type}
            fullWidth
            disabled={isFixed}
            label={translate(`resources.users.fields.${name}`)}
            value={values[name]}
            error={form.problems[name] !== undefined}
            helperText={form.problems[name]}
            onChange={(event) => {
              setTyped({ ...typed, [name]: event.target.value });
              form.forget(name);
            }}
            slotProps={{ htmlInput: attributes }}
          />
        ))}
        <FailureAlert error={form.failure} />
        {sending.reason}
        <div>
          <Button
            type="submit"
            variant="contained"
            loading={form.isBusy}
            disabled={isFixed || !isChanged}
            {...sending.button}
          >
            {translate('account.profile.save')}
          </Button>
        </div>
      </Box>
    </Section>
  );
}

function Entry({ name, value }: { name: string; value: string }) {
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {value}
      </Box>
    </>
  );
}

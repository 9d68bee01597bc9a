import { Box, Stack } from '@mui/material';
import { useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { ownContact } from '#shared/contract/ownAccount.ts';
import { ApiError } from '#console/api/ApiError.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { CallFailure, CallForm, FormButtons } from '#console/ui/form/CallForm.tsx';
import { CallInput } from '#console/ui/form/CredentialInputs.tsx';
import { useKeepAccount, type AccountProps } from './useOwnAccount.ts';
import { Section } from './Section.tsx';

/** The user's details, of which only phone and email can be changed here. */
export function ProfileSection({ account, isFixed }: AccountProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  const notify = useNotify();
  const keep = useKeepAccount();
  const { phone, email, revision } = account;

  async function save(typed: { phone: string; email: string }): Promise<void> {
    const body = { phone: typed.phone || null, email: typed.email || null, revision };
    try {
      keep(await api(ownContact, { body }));
    } catch (error) {
      // The next attempt starts from what another user has saved.
      if (error instanceof ApiError && error.errorId === 'conflict') keep();
      throw error;
    }
    notify('account.saved', { type: 'success' });
  }

  return (
    <Section title={translate('account.profile.title')} about={translate('account.profile.about')}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 1 }}>
        {(['username', 'real_name'] as const).map((field) => (
          <Entry key={field} name={translate(`fields.${field}`)} value={account[field] ?? '—'} />
        ))}
        <Entry name={translate('fields.roles')} value={account.roles.join(translate('list.comma')) || '—'} />
      </Box>
      <CallForm defaultValues={{ phone: phone ?? '', email: email ?? '' }} call={save}>
        <ContactInputs isFixed={isFixed} />
      </CallForm>
    </Section>
  );
}

function ContactInputs({ isFixed }: { isFixed: boolean }) {
  const { translate } = useFormatContext();
  const { isDirty } = useFormContext().formState;
  const state = isFixed ? { readOnly: true } : {};
  return (
    <Stack sx={{ gap: 2, maxWidth: 420 }}>
      <CallInput
        source="phone"
        type="tel"
        label="fields.phone"
        htmlInput={{ autoComplete: 'tel', maxLength: 40 }}
        {...state}
      />
      <CallInput
        source="email"
        type="email"
        label="fields.email"
        htmlInput={{ autoComplete: 'email', maxLength: 200 }}
        {...state}
      />
      <CallFailure />
      <FormButtons submit={translate('account.profile.save')} isDisabled={isFixed || !isDirty} />
    </Stack>
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

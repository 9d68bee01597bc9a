import { Alert, AlertTitle, Box, Button, TextField } from '@mui/material';
import { CONTACT_FIELDS, type BaseInfo, type ContactField } from '#shared/contract/baseInfo.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { UnsavedGuard } from '#console/views/form/UnsavedGuard.tsx';
import { useOpenPage } from '#console/views/openPage.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { useSending } from '#console/views/state/useSending.tsx';
import { CONTACT, useContactForm } from './useContactForm.ts';

const AUTO_COMPLETE: Record<ContactField, string> = {
  short_name: 'off',
  contact_name: 'name',
  phone: 'tel',
  email: 'email',
};
const KINDS: Partial<Record<ContactField, string>> = { phone: 'tel', email: 'email' };

interface ContactFormProps {
  info: BaseInfo;
  /** Of the page. */
  address: string;
  onClose(): void;
}

export function ContactForm({ info, address, onClose }: ContactFormProps) {
  const { translate } = useFormatContext();
  const { form, values, stored, problems, failure, isConflict, isBusy, isDirty, ...contact } = useContactForm(
    info,
    onClose,
  );
  const sending = useSending();
  const { staysOpen } = useOpenPage();

  function help(field: ContactField): string | undefined {
    if (isConflict && values[field] !== stored[field]) {
      return translate('basicInfo.stored_now', { value: stored[field] || translate('basicInfo.nothing') });
    }
    return problems[field];
  }
  return (
    <Box
      component="form"
      ref={form}
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isBlocked) contact.submit();
      }}
      sx={{ display: 'grid', gap: 2, pt: 1 }}
    >
      <UnsavedGuard
        isUnsaved={isDirty}
        wouldLose={({ nextLocation }) => !staysOpen && nextLocation.pathname !== address}
      />
      {CONTACT.map((field, at) => (
        <TextField
          key={field}
          name={field}
          label={translate(`basicInfo.${field}`)}
          autoFocus={at === 0}
          fullWidth
          value={values[field]}
          error={problems[field] !== undefined}
          helperText={help(field)}
          onChange={(event) => contact.type(field, event.target.value)}
          slotProps={{
            htmlInput: {
              ...{ autoComplete: AUTO_COMPLETE[field], maxLength: CONTACT_FIELDS[field], readOnly: isBusy },
              ...(KINDS[field] && { type: KINDS[field] }),
            },
          }}
        />
      ))}
      <Box role="alert" sx={{ '&:empty': { mt: -2 } }}>
        {isConflict && (
          <Alert severity="warning" role="presentation">
            <AlertTitle>{translate('basicInfo.conflict')}</AlertTitle>
            {translate('basicInfo.conflict_text')}
          </Alert>
        )}
        {failure && (
          <Alert severity="error" role="presentation">
            {errorText(failure, translate)}
          </Alert>
        )}
      </Box>
      {sending.reason}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <Button color="inherit" onClick={contact.giveUp} disabled={isBusy}>
          {translate('filters.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={isBusy} {...sending.button}>
          {translate('basicInfo.save')}
        </Button>
      </Box>
    </Box>
  );
}

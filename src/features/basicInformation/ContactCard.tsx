import { Box, Button, Alert, AlertTitle, TextField } from '@mui/material';
import { useState, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useNotify } from 'react-admin';
import {
  CONTACT_FIELDS,
  baseInfoSchema,
  baseInfoUpdate,
  type BaseInfo,
  type ContactField,
} from '#shared/contract/baseInfo.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { RecordCard } from '#console/resource/record/RecordCard.tsx';
import { UnsavedGuard } from '#console/resource/form/UnsavedGuard.tsx';
import { useOpenPage } from '#console/resource/openPage.ts';
import { errorText } from '#console/ui/errorText.ts';
import { useSending } from '#console/ui/useSending.tsx';
import { ApiError, errorOf } from '#console/api/ApiError.ts';
import { useApi } from '#console/api/createApi.ts';
import { fieldErrors } from '#console/resource/form/fieldErrors.ts';
import { Row } from './Row.tsx';
import { useBaseInfoStore } from './useBaseInfo.ts';

/** How the tenant is reached, and changed in place by those who may. */
export function ContactCard({ info, address }: { info: BaseInfo; address: string }) {
  const { translate } = useFormatContext();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const close = () => {
    setWasOpen(true);
    setIsOpen(false);
  };
  const button = info.may.edit && !isOpen && (
    <Button
      size="small"
      variant="outlined"
      // No taller than the title beside it.
      sx={{ my: -0.75 }}
      // Back to where it was opened from.
      autoFocus={wasOpen}
      aria-label={translate('basicInfo.edit_contact')}
      onClick={() => setIsOpen(true)}
    >
      {translate('basicInfo.edit')}
    </Button>
  );
  return (
    <RecordCard title={translate('basicInfo.contact')} aside={button}>
      {isOpen ? (
        <ContactForm {...{ info, address }} onClose={close} />
      ) : (
        <Box component="dl" sx={{ m: 0 }}>
          {CONTACT.map((field) => (
            <Row key={field} label={translate(`basicInfo.${field}`)} value={info[field]} />
          ))}
        </Box>
      )}
    </RecordCard>
  );
}

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

function ContactForm({ info, address, onClose }: ContactFormProps) {
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
              autoComplete: AUTO_COMPLETE[field],
              maxLength: CONTACT_FIELDS[field],
              readOnly: isBusy,
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

/** In the order of the page. */
const CONTACT = ['short_name', 'contact_name', 'phone', 'email'] as const satisfies ContactField[];

type Values = Record<ContactField, string>;
type Problems = Partial<Record<ContactField, string>>;

const FIELDS = CONTACT.map((source) => ({ source, type: 'text' as const }));

function valuesOf(info: BaseInfo): Values {
  const { short_name, contact_name, phone, email } = info;
  return { short_name: short_name ?? '', contact_name: contact_name ?? '', phone: phone ?? '', email: email ?? '' };
}

/** What is typed, and the way to have it stored; of two who type at once the second sees what the first has stored. */
function useContactForm(info: BaseInfo, onClose: () => void) {
  const api = useApi();
  const notify = useNotify();
  const store = useBaseInfoStore();
  /** As it was when the form was opened, or as somebody else has made it since. */
  const [base, setBase] = useState(info);
  const [values, setValues] = useState(() => valuesOf(info));
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<Error | null>(null);
  const [isConflict, setIsConflict] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const stored = valuesOf(base);

  function showRefusal(error: Error): void {
    const current = error instanceof ApiError ? baseInfoSchema.safeParse(error.current).data : undefined;
    if (current) {
      setBase(current);
      setIsConflict(true);
      return;
    }
    const { byField, rest } = fieldErrors(error, FIELDS);
    flushSync(() => {
      setProblems(Object.fromEntries(byField));
      setFailure(rest);
    });
    form.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus();
  }

  async function send(): Promise<void> {
    isSending.current = true;
    setIsBusy(true);
    setFailure(null);
    setIsConflict(false);
    try {
      store.put(await api(baseInfoUpdate, { body: { revision: base.revision, ...values } }));
      notify('basicInfo.saved', { type: 'success' });
      onClose();
    } catch (error) {
      showRefusal(errorOf(error));
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }

  return {
    values,
    stored,
    problems,
    failure,
    isConflict,
    isBusy,
    form,
    isDirty: CONTACT.some((field) => values[field] !== stored[field]),
    type(field: ContactField, text: string): void {
      setValues((before) => ({ ...before, [field]: text }));
      setProblems(({ [field]: _, ...others }) => others);
    },
    submit(): void {
      if (!isSending.current) void send();
    },
    /** Leaves it as it is stored, which may be as somebody else has made it. */
    giveUp(): void {
      store.put(base);
      store.askAnew();
      onClose();
    },
  };
}

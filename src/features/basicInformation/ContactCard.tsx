import { Box, Button, Alert, AlertTitle } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import {
  CONTACT_FIELDS,
  basicInformationSchema,
  basicInformationUpdate,
  type BasicInformation,
  type ContactField,
} from '#shared/contract/basicInformation.ts';
import { RecordCard, UnsavedGuard, useFormatContext } from '@merchant-console/ra-declared';
import { CallFailure, CallForm, CallInput, FormButtons, useOpenPage } from '@merchant-console/ra-declared/internal';
import { ApiError } from '@merchant-console/ra-provider';
import { useApi } from '#console/api/createApi.ts';
import { Row } from './Row.tsx';
import { useBasicInformationStore } from './useBasicInformation.ts';

/** The tenant's contact details, editable in place with the permission. */
export function ContactCard({ info, address }: { info: BasicInformation; address: string }) {
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
      // Keeps the button no taller than the title next to it.
      sx={{ my: -0.75 }}
      // Returns the focus to the button that opened the form.
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
        <ContactForm info={info} address={address} onClose={close} />
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

const INPUTS = {
  short_name: { htmlInput: { autoComplete: 'off' } },
  contact_name: { htmlInput: { autoComplete: 'name' } },
  phone: { type: 'tel', htmlInput: { autoComplete: 'tel' } },
  email: { type: 'email', htmlInput: { autoComplete: 'email' } },
} as const satisfies Record<ContactField, object>;

/** In page order. */
const CONTACT = ['short_name', 'contact_name', 'phone', 'email'] as const satisfies ContactField[];

type Values = Record<ContactField, string>;

function valuesOf(info: BasicInformation): Values {
  const { short_name, contact_name, phone, email } = info;
  return { short_name: short_name ?? '', contact_name: contact_name ?? '', phone: phone ?? '', email: email ?? '' };
}

interface ContactFormProps {
  info: BasicInformation;
  /** Address of the page. */
  address: string;
  onClose(): void;
}

/** If two users save at the same time, the second one sees the first one's values and may then overwrite them. */
function ContactForm({ info, address, onClose }: ContactFormProps) {
  const api = useApi();
  const notify = useNotify();
  const store = useBasicInformationStore();
  /** The values that the form started from, or those that another user has saved since. */
  const [stored, setStored] = useState(info);
  const [isConflict, setIsConflict] = useState(false);

  async function save(values: Values): Promise<void> {
    setIsConflict(false);
    try {
      store.put(await api(basicInformationUpdate, { body: { revision: stored.revision, ...values } }));
    } catch (error) {
      const current = error instanceof ApiError ? basicInformationSchema.safeParse(error.current).data : undefined;
      if (current) {
        setStored(current);
        setIsConflict(true);
      }
      throw error;
    }
    notify('basicInfo.saved', { type: 'success' });
    onClose();
  }
  const cancel = () => {
    store.put(stored);
    store.askAnew();
    onClose();
  };
  return (
    <CallForm defaultValues={valuesOf(info)} call={save} sx={{ display: 'grid', gap: 2, pt: 1 }}>
      <ContactInputs address={address} isConflict={isConflict} stored={valuesOf(stored)} onCancel={cancel} />
    </CallForm>
  );
}

interface ContactInputsProps {
  address: string;
  stored: Values;
  isConflict: boolean;
  onCancel(): void;
}

function ContactInputs({ address, stored, isConflict, onCancel }: ContactInputsProps) {
  const { translate } = useFormatContext();
  const { staysOpen } = useOpenPage();
  const { isDirty } = useFormState();
  const typed = useWatch<Values>();
  const storedNow = (field: ContactField) =>
    isConflict && typed[field] !== stored[field]
      ? translate('basicInfo.stored_now', { value: stored[field] || translate('basicInfo.nothing') })
      : false;
  return (
    <>
      <UnsavedGuard
        isUnsaved={isDirty}
        wouldLose={({ nextLocation }) => !staysOpen && nextLocation.pathname !== address}
      />
      {CONTACT.map((field, at) => (
        <CallInput
          key={field}
          source={field}
          label={translate(`basicInfo.${field}`)}
          autoFocus={at === 0}
          helperText={storedNow(field)}
          {...INPUTS[field]}
          htmlInput={{ ...INPUTS[field].htmlInput, maxLength: CONTACT_FIELDS[field] }}
        />
      ))}
      {isConflict ? (
        <Alert severity="warning">
          <AlertTitle>{translate('basicInfo.conflict')}</AlertTitle>
          {translate('basicInfo.conflict_text')}
        </Alert>
      ) : (
        <CallFailure />
      )}
      <FormButtons isAtEnd submit={translate('basicInfo.save')} onCancel={onCancel} />
    </>
  );
}

import { Box, Button } from '@mui/material';
import { useState } from 'react';
import type { BaseInfo } from '#shared/contract/baseInfo.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { RecordCard } from '#console/views/record/RecordCard.tsx';
import { ContactForm } from './ContactForm.tsx';
import { CONTACT } from './useContactForm.ts';
import { Row } from './Row.tsx';

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

import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import type { ResourceView } from '../ResourceView.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { useShownRecord } from './useShownRecord.ts';

/** Deletes the record, once it is confirmed. */
export function DeleteRecord({ view }: { view: ResourceView }) {
  const record = useShownRecord();
  const { translate } = useFormatContext();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={() => setIsOpen(true)}>
        {translate('record.delete')}
      </Button>
      {isOpen && <DeleteDialog view={view} record={record} onClose={() => setIsOpen(false)} />}
    </>
  );
}

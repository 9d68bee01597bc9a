import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { ResourceView } from '../ResourceView.ts';
import { DeleteDialog } from './DeleteDialog.tsx';

interface DeleteRecordProps {
  view: ResourceView;
  record: IdentifiedRecord;
}

/** Deletes the record, once it is confirmed. */
export function DeleteRecord({ view, record }: DeleteRecordProps) {
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

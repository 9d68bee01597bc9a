import AddIcon from '@mui/icons-material/Add';
import { IconButton, Tooltip } from '@mui/material';
import { useState, type ComponentType, type ReactNode } from 'react';
import type { NewRecordProps } from '../fields/inputs/InputServices.ts';
import { newTitle } from '../recordTitle.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { lazy, prefetchOn } from '../ui/loading/lazy.tsx';
import { useResourceView } from '../useResourceView.ts';

const NewRecordDialog = lazy(async () => (await import('../form/NewRecordDialog.tsx')).NewRecordDialog);

interface NewReferenceProps extends NewRecordProps {
  /** Gives the inputs of the dialog access to the server. */
  Services: ComponentType<{ resource: string; children: ReactNode }>;
}

/** Button beside a reference's input that creates the record to refer to. Only for users who may create it. */
export function NewReference({ reference, disabled, onCreated, Services }: NewReferenceProps) {
  const view = useResourceView(reference);
  const { translate } = useFormatContext();
  const [isOpen, setIsOpen] = useState(false);
  if (!view?.canCreate) return null;
  const title = newTitle(view, translate);
  return (
    <>
      <Tooltip title={title}>
        <span>
          <IconButton
            aria-label={title}
            disabled={disabled}
            onClick={() => setIsOpen(true)}
            {...prefetchOn(NewRecordDialog)}
          >
            <AddIcon />
          </IconButton>
        </span>
      </Tooltip>
      {isOpen && (
        <Services resource={reference}>
          <NewRecordDialog view={view} title={title} onCreated={onCreated} onClose={() => setIsOpen(false)} />
        </Services>
      )}
    </>
  );
}

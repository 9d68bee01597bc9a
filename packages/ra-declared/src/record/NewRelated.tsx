import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { acceptsValue } from '@merchant-console/declaration';
import { newTitle } from '../recordTitle.ts';
import { ResourceInputServices } from '../references/ResourceInputServices.tsx';
import type { ResourceView } from '../ResourceView.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { lazy, prefetchOn } from '../ui/loading/lazy.tsx';

const NewRecordDialog = lazy(async () => (await import('../form/NewRecordDialog.tsx')).NewRecordDialog);

interface NewRelatedProps {
  view: ResourceView;
  /** Field that refers to the shown record. */
  target: string;
  value: string;
}

/** Button that creates a record which belongs to the shown one. Only for users who may create it and write the field. */
export function NewRelated({ view, target, value }: NewRelatedProps) {
  const { translate } = useFormatContext();
  const title = newTitle(view, translate);
  const notify = useNotify();
  const refresh = useRefresh();
  const [isOpen, setIsOpen] = useState(false);
  const field = view.resource.fields.find(({ source }) => source === target);
  if (!view.canCreate || !field || !acceptsValue(field, 'create')) return null;
  return (
    <>
      <Button
        size="small"
        startIcon={<AddIcon />}
        aria-label={title}
        onClick={() => setIsOpen(true)}
        sx={{ my: -0.5 }}
        {...prefetchOn(NewRecordDialog)}
      >
        {translate(`resources.${view.resource.name}.create`, { _: translate('list.new') })}
      </Button>
      {isOpen && (
        <ResourceInputServices resource={view.resource.name}>
          <NewRecordDialog
            view={view}
            title={title}
            filled={{ [target]: value }}
            onCreated={() => {
              notify('ra.notification.created', { type: 'success', messageArgs: { smart_count: 1 } });
              // The shown record may be computed from the new one.
              refresh();
            }}
            onClose={() => setIsOpen(false)}
          />
        </ResourceInputServices>
      )}
    </>
  );
}

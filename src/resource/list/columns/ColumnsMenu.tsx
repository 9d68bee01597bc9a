import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined';
import { useId, useState } from 'react';
import type { Resource } from '#shared/declaration/resource.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { onDemand, prefetchBy } from '#console/ui/loading/onDemand.tsx';
import { ToolbarButton } from '../toolbar/ToolbarButton.tsx';
import type { ListColumns } from './useColumns.ts';

const ColumnsPopover = onDemand(async () => (await import('./ColumnsPopover.tsx')).ColumnsPopover);

/** Which columns the list has, and in which order. */
export function ColumnsMenu({ resource, columns }: { resource: Resource; columns: ListColumns }) {
  const { translate } = useFormatContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      <ToolbarButton
        label={translate('list.columns')}
        icon={<ViewColumnIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : id}
        onClick={(event) => setAnchor(event.currentTarget)}
        {...prefetchBy(ColumnsPopover)}
      />
      {anchor && <ColumnsPopover {...{ id, resource, columns, anchor }} onClose={() => setAnchor(null)} />}
    </>
  );
}

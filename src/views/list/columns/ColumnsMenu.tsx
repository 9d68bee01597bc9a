import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined';
import { Button, Popover, Typography } from '@mui/material';
import { useId, useState } from 'react';
import type { Resource } from '#shared/declaration/resource.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { ToolbarButton } from '../toolbar/ToolbarButton.tsx';
import { ColumnList } from './ColumnList.tsx';
import type { ListColumns } from './useColumns.ts';

/** Which columns the list has, and in which order. */
export function ColumnsMenu({ resource, columns }: { resource: Resource; columns: ListColumns }) {
  const { translate } = useFormatContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [resets, setResets] = useState(0);
  const dialogId = useId();
  const label = translate('list.columns');
  const reset = () => {
    columns.reset();
    setResets(resets + 1);
  };
  return (
    <>
      <ToolbarButton
        label={label}
        icon={<ViewColumnIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : dialogId}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { id: dialogId, role: 'dialog', 'aria-label': label, sx: paper } }}
      >
        <Typography variant="caption" color="text.secondary" sx={{ px: 1, pb: 0.5 }}>
          {translate('columnsMenu.hint')}
        </Typography>
        <ColumnList key={resets} resource={resource} shown={columns.columns} onChange={columns.change} />
        <Button size="small" onClick={reset} sx={{ alignSelf: 'flex-start', mt: 0.5 }}>
          {translate('columnsMenu.reset')}
        </Button>
      </Popover>
    </>
  );
}

const paper = {
  display: 'flex',
  flexDirection: 'column',
  mt: 0.75,
  p: 1,
  width: 320,
  maxWidth: 'calc(100vw - 32px)',
  maxHeight: 'min(560px, calc(100vh - 96px))',
};

import { Button, Popover, Typography } from '@mui/material';
import { useState } from 'react';
import type { Resource } from '#shared/declaration/resource.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { ColumnList } from './ColumnList.tsx';
import type { ListColumns } from './useColumns.ts';

interface ColumnsPopoverProps {
  id: string;
  resource: Resource;
  columns: ListColumns;
  anchor: HTMLElement;
  onClose(): void;
}

/** All columns that there are, to be ticked and put in order. */
export function ColumnsPopover({ id, resource, columns, anchor, onClose }: ColumnsPopoverProps) {
  const { translate } = useFormatContext();
  const [resets, setResets] = useState(0);
  const reset = () => {
    columns.reset();
    setResets(resets + 1);
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { id, role: 'dialog', 'aria-label': translate('list.columns'), sx: paper } }}
    >
      <Typography variant="caption" color="text.secondary" sx={{ px: 1, pb: 0.5 }}>
        {translate('columnsMenu.hint')}
      </Typography>
      <ColumnList key={resets} resource={resource} shown={columns.columns} onChange={columns.change} />
      <Button size="small" onClick={reset} sx={{ alignSelf: 'flex-start', mt: 0.5 }}>
        {translate('columnsMenu.reset')}
      </Button>
    </Popover>
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

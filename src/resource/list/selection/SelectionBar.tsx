import CloseIcon from '@mui/icons-material/Close';
import { Button, IconButton, Paper, Typography } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { formatCount } from '#shared/format/numbers.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { errorText } from '#console/ui/errorText.ts';
import { MOST_SELECTED } from './selection.ts';

/** How many records are selected, and inside it what can be done with them. It floats over the end of the list. */
export function SelectionBar({ children }: { children: ReactNode }) {
  const { total = 0, selectedIds, onSelectAll, onUnselectItems } = useListContext();
  const { translate } = useFormatContext();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const count = selectedIds.length;
  const most = Math.min(total, MOST_SELECTED);
  const selectAll = () => {
    setBusy(true);
    Promise.resolve(onSelectAll())
      .catch((error: unknown) =>
        notify(error instanceof Error ? errorText(error, translate) : String(error), { type: 'error' }),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Paper component="section" elevation={6} aria-label={translate('selection.title')} sx={bar}>
      <Typography role="status" variant="body2" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {translate('selection.count', { smart_count: count, count: formatCount(count) })}
      </Typography>
      {count < most && (
        <Button size="small" color="inherit" loading={isBusy} onClick={selectAll} sx={quiet}>
          {translate(most < total ? 'selection.select_first' : 'selection.select_all', { count: formatCount(most) })}
        </Button>
      )}
      {children}
      <IconButton
        size="small"
        color="inherit"
        aria-label={translate('selection.clear')}
        onClick={() => onUnselectItems()}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Paper>
  );
}

const quiet = { textDecoration: 'underline', textUnderlineOffset: '3px' };

const bar = {
  position: 'sticky',
  bottom: 16,
  zIndex: 'appBar',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifySelf: 'center',
  alignSelf: 'center',
  gap: 1,
  maxWidth: '100%',
  px: 2,
  py: 1,
  borderRadius: 2,
  border: 1,
  borderColor: 'divider',
};

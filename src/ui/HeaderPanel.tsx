import CloseIcon from '@mui/icons-material/Close';
import { Box, Drawer, IconButton, Popover, Typography, useMediaQuery, type Theme } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { useFormatContext } from '@merchant-console/ra-declared';
import type { PanelProps } from './PanelButton.tsx';

interface HeaderPanelProps extends PanelProps {
  title: string;
  /** Shown beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A dialog below a header button; full width on a phone. */
export function HeaderPanel({ anchor, title, action, onClose, children }: HeaderPanelProps) {
  const { translate } = useFormatContext();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const titleId = useId();
  const dialog = { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId };
  const content = (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 }}>
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography id={titleId} component="h2" variant="subtitle1" sx={{ flex: 1, fontWeight: 600 }}>
          {title}
        </Typography>
        {action}
        {isPhone && (
          <IconButton aria-label={translate('shell.close')} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        )}
      </Box>
      <Box sx={{ overflowY: 'auto', flex: 1 }}>{children}</Box>
    </Box>
  );
  if (isPhone) {
    return (
      <Drawer open anchor="right" onClose={onClose} slotProps={{ paper: { ...dialog, sx: { width: '100%' } } }}>
        {content}
      </Drawer>
    );
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { ...dialog, sx: paper } }}
    >
      {content}
    </Popover>
  );
}

// In the dark scheme, only the border separates the panel from the cards behind it.
const paper = {
  display: 'flex',
  width: 420,
  maxHeight: 'min(640px, 80vh)',
  border: 1,
  borderColor: 'divider',
};

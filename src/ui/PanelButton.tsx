import { Box, IconButton } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { prefetchBy } from './loading/onDemand.tsx';

/** Highest count shown. */
const MOST = 99;

/** A panel below its button, see `HeaderPanel`. */
export interface PanelProps {
  anchor: HTMLElement;
  onClose(): void;
}

interface PanelButtonProps {
  label: string;
  icon: ReactNode;
  /** Shown on the button; 0 for none. */
  count: number;
  color: 'error' | 'primary';
  /** Its code is fetched when the pointer or the keyboard comes to the button. */
  Panel: { prefetch(): void };
  /** Draws the panel, open. */
  children(panel: PanelProps): ReactNode;
}

/** A header button with a count, which opens a panel below itself. */
export function PanelButton({ label, icon, count, color, Panel, children }: PanelButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <Box component="span" sx={{ position: 'relative', flexShrink: 0 }}>
      <IconButton
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        {...prefetchBy(Panel)}
        sx={{ color: 'text.secondary' }}
      >
        {icon}
      </IconButton>
      {count > 0 && (
        <Box
          component="span"
          aria-hidden
          sx={{ ...countStyles, color: `${color}.contrastText`, backgroundColor: `${color}.main` }}
        >
          {count > MOST ? `${MOST}+` : count}
        </Box>
      )}
      {anchor && children({ anchor, onClose: () => setAnchor(null) })}
    </Box>
  );
}

const countStyles = {
  position: 'absolute',
  pointerEvents: 'none',
  top: -2,
  insetInlineEnd: -2,
  minWidth: 18,
  px: 0.5,
  borderRadius: '9px',
  textAlign: 'center',
  typography: 'caption',
  lineHeight: '18px',
};

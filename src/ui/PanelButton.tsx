import { Box, IconButton } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { prefetchOn } from '@merchant-console/ra-declared/internal';

/** Highest count shown; above it, `99+`. */
const MOST = 99;

/** A panel below its button, see `HeaderPanel`, or a dialog. */
export interface PanelProps {
  anchor: HTMLElement;
  onClose(): void;
}

interface PanelButtonProps {
  label: string;
  /** Describes the button, such as by its count in words. */
  title?: string;
  icon: ReactNode;
  /** Count shown on the button, or 0 for none. */
  count: number;
  color: 'error' | 'primary';
  /** The panel's code is prefetched when the pointer or focus reaches the button. */
  Panel: { prefetch(): void };
  /** Called with true when the panel opens, with false when it closes. */
  onToggle?(isOpen: boolean): void;
  /** Renders the open panel. */
  children(panel: PanelProps): ReactNode;
}

/** A header button with a count, which opens a panel or a dialog. */
export function PanelButton({ label, title, icon, count, color, Panel, onToggle, children }: PanelButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const toggle = (to: HTMLElement | null) => {
    setAnchor(to);
    onToggle?.(to !== null);
  };
  return (
    <Box component="span" sx={{ position: 'relative', flexShrink: 0 }}>
      <IconButton
        aria-label={label}
        title={title}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => toggle(event.currentTarget)}
        {...prefetchOn(Panel)}
        sx={{ color: 'text.secondary' }}
      >
        {icon}
      </IconButton>
      {/* Inside the button, the number would be part of its name. */}
      {count > 0 && (
        <Box
          component="span"
          aria-hidden
          sx={{ ...countStyles, color: `${color}.contrastText`, backgroundColor: `${color}.main` }}
        >
          {count > MOST ? `${MOST}+` : count}
        </Box>
      )}
      {anchor && children({ anchor, onClose: () => toggle(null) })}
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

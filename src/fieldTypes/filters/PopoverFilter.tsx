import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { ButtonBase, Popover } from '@mui/material';
import { useId, useState, type ReactNode } from 'react';
import { useFormatContext } from '../FormatContext.ts';
import { filterName } from './filterName.ts';
import { FilterPill } from './FilterPill.tsx';
import { FilterPillText } from './FilterPillText.tsx';

const button = {
  height: '100%',
  maxWidth: '100%',
  pl: 1.25,
  pr: 0.75,
  gap: 0.5,
  borderRadius: 'inherit',
  '&.Mui-focusVisible': { outline: 0 },
};

interface PopoverFilterProps {
  label: string;
  summary: string;
  onRemove(): void;
  /** What the popover holds; rendered anew each time it opens. */
  children(close: () => void): ReactNode;
}

/** A filter whose inputs open under its pill. */
export function PopoverFilter({ label, summary, onRemove, children }: PopoverFilterProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { translate } = useFormatContext();
  const dialogId = useId();
  const close = () => setAnchor(null);
  return (
    <FilterPill label={label} summary={summary} onRemove={onRemove}>
      <ButtonBase
        role="combobox"
        aria-label={filterName(label, summary, translate)}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : dialogId}
        onClick={(event) => setAnchor(event.currentTarget)}
        onKeyDown={(event) => event.key === 'ArrowDown' && setAnchor(event.currentTarget)}
        sx={button}
      >
        <FilterPillText label={label} summary={summary} />
        <ExpandMoreIcon sx={{ fontSize: 18, color: 'text.secondary' }} />
      </ButtonBase>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            id: dialogId,
            role: 'dialog',
            'aria-label': label,
            sx: { mt: 0.75, p: 2, maxWidth: 'calc(100vw - 32px)' },
          },
        }}
      >
        {children(close)}
      </Popover>
    </FilterPill>
  );
}

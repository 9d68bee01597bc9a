import CloseIcon from '@mui/icons-material/Close';
import { Box, IconButton } from '@mui/material';
import type { ReactNode } from 'react';
import type { Translate } from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';

const pill = {
  display: 'inline-flex',
  alignItems: 'center',
  flex: 'none',
  maxWidth: 360,
  height: 'var(--tool-height)',
  border: 1,
  borderRadius: 1,
  borderColor: 'action.disabled',
  borderStyle: 'dashed',
  backgroundColor: 'background.paper',
  '&:hover': { borderColor: 'text.secondary' },
  '&:has([role=combobox]:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-1px' },
};
/** Style of the control inside. */
export const pillButton = {
  height: '100%',
  maxWidth: '100%',
  pl: 1.25,
  pr: 0.75,
  gap: 0.5,
  borderRadius: 'inherit',
  '&.Mui-focusVisible': { outline: 0 },
};

const setPill = { ...pill, borderStyle: 'solid' };

interface FilterPillProps {
  label: string;
  /** '' if the filter isn't set. */
  summary: string;
  onRemove(): void;
  /** The control that opens the filter. */
  children: ReactNode;
}

/** Frame of one filter. Dashed until the filter is set, then with its value and a button that removes it. */
export function FilterPill({ label, summary, onRemove, children }: FilterPillProps) {
  const { translate } = useFormatContext();
  if (summary === '') return <Box sx={pill}>{children}</Box>;
  return (
    <Box sx={setPill}>
      {children}
      <IconButton
        size="small"
        aria-label={translate('filters.remove', { field: label })}
        onClick={onRemove}
        sx={{ mr: '2px', p: '4px' }}
      >
        <CloseIcon sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  );
}

const text = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: '0.8125rem',
  fontWeight: 500,
};

/** Text of a pill: `Status`, or `Status: Success, Failed` once the filter is set. */
export function FilterPillText({ label, summary }: { label: string; summary: string }) {
  const { translate } = useFormatContext();
  return (
    <Box component="span" sx={{ ...text, color: summary === '' ? 'text.secondary' : 'text.primary' }}>
      {filterName(label, summary, translate)}
    </Box>
  );
}

/** Accessible name of a filter: `Status`, or `Status: Success, Failed` once it is set. */
export function filterName(label: string, summary: string, translate: Translate): string {
  return summary === '' ? label : translate('list.labelled', { label, text: summary });
}

import { Box } from '@mui/material';
import { useFormatContext } from '../FormatContext.ts';
import { filterName } from './filterName.ts';

const text = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: '0.8125rem',
  fontWeight: 500,
};

interface FilterPillTextProps {
  label: string;
  summary: string;
}

/** `Status`, or `Status: Success, Failed` once the filter is set. */
export function FilterPillText({ label, summary }: FilterPillTextProps) {
  const { translate } = useFormatContext();
  return (
    <Box component="span" sx={{ ...text, color: summary === '' ? 'text.secondary' : 'text.primary' }}>
      {filterName(label, summary, translate)}
    </Box>
  );
}

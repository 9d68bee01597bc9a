import { Box, MenuItem, Select, Typography } from '@mui/material';
import { useId } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { PAGE_SIZES, type PageSize } from './listParams.ts';

interface PageSizeSelectProps {
  value: PageSize;
  onChange(size: PageSize): void;
}

/** How many rows a page has. */
export function PageSizeSelect({ value, onChange }: PageSizeSelectProps) {
  const { translate } = useFormatContext();
  const labelId = useId();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Typography id={labelId} variant="body2" color="text.secondary">
        {translate('list.rows_per_page')}
      </Typography>
      <Select<PageSize>
        variant="standard"
        disableUnderline
        labelId={labelId}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        MenuProps={{ slotProps: { paper: { role: 'region', 'aria-labelledby': labelId }, list: { dense: true } } }}
        sx={{ fontSize: '0.8125rem', lineHeight: 1.54, '& .MuiSelect-select': { py: 0 } }}
      >
        {PAGE_SIZES.map((size) => (
          <MenuItem key={size} value={size}>
            {size}
          </MenuItem>
        ))}
      </Select>
    </Box>
  );
}

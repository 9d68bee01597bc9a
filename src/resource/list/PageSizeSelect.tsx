import { Box, Typography } from '@mui/material';
import { useId } from 'react';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { SelectButton } from '#console/fields/choice/SelectButton.tsx';
import { PAGE_SIZES, type PageSize } from './listParams.ts';

const CHOICES = PAGE_SIZES.map((size) => ({ id: String(size), name: String(size) }));

interface PageSizeSelectProps {
  value: number;
  onChange(size: PageSize): void;
}

/** How many rows a page has. */
export function PageSizeSelect({ value, onChange }: PageSizeSelectProps) {
  const { translate } = useFormatContext();
  const labelId = useId();
  const label = translate('list.rows_per_page');
  const choose = (chosen: string) => {
    const size = PAGE_SIZES.find((one) => String(one) === chosen);
    if (size !== undefined && size !== value) onChange(size);
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <Typography id={labelId} variant="body2" color="text.secondary">
        {label}
      </Typography>
      <SelectButton
        label={label}
        name={{ 'aria-labelledby': labelId }}
        choices={CHOICES}
        chosen={[String(value)]}
        onPress={choose}
        sx={{ px: 0.5, minHeight: 24, fontSize: '0.8125rem' }}
      >
        <span>{value}</span>
      </SelectButton>
    </Box>
  );
}

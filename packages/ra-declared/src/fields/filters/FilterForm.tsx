import { Box, Button, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { useFormatContext } from '../../ui/FormatContext.ts';

interface FilterFormProps {
  onApply(): void;
  onCancel(): void;
  children: ReactNode;
}

/** Inputs of a filter that apply together, with Enter or the button. */
export function FilterForm({ onApply, onCancel, children }: FilterFormProps) {
  const { translate } = useFormatContext();
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onApply();
      }}
    >
      {children}
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end', mt: 2 }}>
        <Button size="small" color="inherit" onClick={onCancel}>
          {translate('filters.cancel')}
        </Button>
        <Button size="small" type="submit" variant="contained">
          {translate('filters.apply')}
        </Button>
      </Stack>
    </Box>
  );
}

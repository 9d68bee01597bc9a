import ArrowUpward from '@mui/icons-material/ArrowUpward';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { outOfSight } from '#console/views/state/outOfSight.ts';

interface NewRowsBarProps {
  count: number;
  isMore: boolean;
  onShow(): void;
}

/** Says how many rows are new, over the upper edge of the list: nothing moves for it. Read out when it appears. */
export function NewRowsBar({ count, isMore, onShow }: NewRowsBarProps) {
  const translate = useTranslate();
  const text = translate(isMore ? 'live.many_new' : 'live.new', { smart_count: count });
  const [announced] = useState(text);
  return (
    <Box sx={{ display: 'flex', justifyContent: 'center' }}>
      <Box component="span" role="status" sx={outOfSight}>
        {announced}
      </Box>
      <Button
        size="small"
        variant="contained"
        startIcon={<ArrowUpward />}
        aria-label={translate('live.show', { text })}
        onClick={onShow}
        sx={{ pointerEvents: 'auto', height: 24, minHeight: 24, px: 1.5, py: 0, borderRadius: '12px', boxShadow: 2 }}
      >
        {text}
      </Button>
    </Box>
  );
}

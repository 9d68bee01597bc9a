import { Box, Button, Typography } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { changeText } from './changeText.ts';

interface ChangesBarProps {
  size: { added: number; removed: number };
  onReview(): void;
  onDiscard(): void;
}

/** How much is not saved yet, in sight wherever one is in the tree. */
export function ChangesBar({ size, onReview, onDiscard }: ChangesBarProps) {
  const { translate } = useFormatContext();
  return (
    <Box
      role="region"
      aria-label={translate('rolePermissions.changes')}
      sx={{
        ...{ position: 'sticky', bottom: { xs: 0, sm: 16 }, zIndex: 'appBar' },
        ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 },
        ...{ mx: { xs: -2.5, sm: 0 }, px: { xs: 2, sm: 2.5 }, py: 1.5, backgroundColor: 'background.paper' },
        ...{ border: 1, borderColor: 'divider', borderWidth: { xs: '1px 0 0', sm: 1 } },
        ...{ borderRadius: { xs: 0, sm: 1 }, boxShadow: 2 },
      }}
    >
      <Typography variant="body2" sx={{ flex: 1, minWidth: 140 }}>
        {changeText(size, translate)}
      </Typography>
      <Button color="inherit" onClick={onDiscard}>
        {translate('rolePermissions.discard')}
      </Button>
      <Button variant="contained" onClick={onReview}>
        {translate('rolePermissions.review')}
      </Button>
    </Box>
  );
}

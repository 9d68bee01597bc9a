import { Box, Paper, Typography } from '@mui/material';
import type { ImportCounts } from '#shared/contract/imports.ts';
import { formatCount } from '@merchant-console/declaration';
import { useFormatContext } from '@merchant-console/ra-declared';

interface ImportFiguresProps {
  figures: readonly (keyof ImportCounts)[];
  counts: ImportCounts;
}

/** Numbers of rows, each with its name. */
export function ImportFigures({ figures, counts }: ImportFiguresProps) {
  const { translate } = useFormatContext();
  return (
    <Paper
      component="dl"
      variant="outlined"
      aria-label={translate('importing.figures.label')}
      sx={{
        m: 0,
        p: 2,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fit, minmax(120px, max-content))' },
        columnGap: { sm: 6 },
      }}
    >
      {figures.map((name) => (
        <Box key={name}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {translate(`importing.figures.${name}`)}
          </Typography>
          <Typography
            component="dd"
            variant="h6"
            color={BAD.includes(name) && counts[name] > 0 ? 'error.main' : 'text.primary'}
            sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}
          >
            {formatCount(counts[name])}
          </Typography>
        </Box>
      ))}
    </Paper>
  );
}

const BAD: readonly (keyof ImportCounts)[] = ['problems', 'refused', 'kept'];

import { Box } from '@mui/material';
import { type Field, fieldLabel } from '@merchant-console/declaration';
import type { FieldRecord } from '../fields/FieldTypeDefinition.ts';
import { formatFieldAlone } from '../fields/formatField.ts';
import { NoValue } from '../fields/NoValue.tsx';
import { useFormatContext } from '../ui/FormatContext.ts';

/** Values of a record that its lines add up to, below the lines. */
export function Sums({ sums, record }: { sums: readonly Field[]; record: FieldRecord }) {
  const context = useFormatContext();
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        ml: 'auto',
        display: 'grid',
        gridTemplateColumns: 'auto auto',
        columnGap: 3,
        rowGap: 0.5,
        fontSize: '0.875rem',
        fontVariantNumeric: 'tabular-nums',
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, textAlign: 'right' },
        '& > :last-of-type dd': { fontWeight: 600 },
      }}
    >
      {sums.map((field) => (
        <Box key={field.source} sx={{ display: 'contents' }}>
          <dt>{fieldLabel(field, context)}</dt>
          <dd>{formatFieldAlone(record, field, context) || <NoValue />}</dd>
        </Box>
      ))}
    </Box>
  );
}

import { Box } from '@mui/material';
import { type Field, fieldLabel } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { formatFieldAlone } from '../../fields/formatField.ts';
import { renderField } from '../../fields/renderField.tsx';
import { useFormatContext } from '../../ui/FormatContext.ts';

interface FieldPairsProps {
  fields: readonly Field[];
  record: IdentifiedRecord;
}

/** Values on a card with their labels. Those that the record lacks are left out. */
export function FieldPairs({ fields, record }: FieldPairsProps) {
  const context = useFormatContext();
  const pairs = fields.flatMap((field) => {
    const content = renderField(record, field, context, formatFieldAlone(record, field, context));
    return content ? [{ field, content }] : [];
  });
  if (pairs.length === 0) return null;
  return (
    <Box component="dl" sx={styles}>
      {pairs.map(({ field, content }) => (
        <div key={field.source}>
          <dt>{fieldLabel(field, context)}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </Box>
  );
}

const styles = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 1,
  rowGap: 0.25,
  m: 0,
  mb: 0.5,
  fontSize: '0.8125rem',
  '& > div': { display: 'contents' },
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, textAlign: 'right', overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
};

import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { type Field, fieldLabel, standingOf } from '@merchant-console/declaration';
import type { FieldRecord } from '../fields/FieldTypeDefinition.ts';
import { formatFieldAlone } from '../fields/formatField.ts';
import { useFormatContext, type FormatContext } from '../ui/FormatContext.ts';
import { NoValue } from '../fields/NoValue.tsx';
import { renderField } from '../fields/renderField.tsx';
import { Markdown } from '../fields/text/Markdown.ts';
import { CopyButton } from './CopyButton.tsx';

const row = {
  display: 'grid',
  columnGap: { xs: 1, sm: 2 },
  py: 0.75,
  fontSize: '0.875rem',
  lineHeight: 1.5,
};

const columns = {
  // On a phone, lets an order number and its button share a line, and a label take what its longest word needs.
  left: { xs: 'minmax(min-content, 1fr) minmax(0, 208px)', sm: 'minmax(112px, 2fr) 3fr' },
  right: 'fit-content(60%) 1fr',
};

/** Below its label, over all columns of a card. */
const broad = { display: 'block', columnSpan: 'all' };

const labelStyles = { minWidth: { xs: 88, sm: 0 }, maxWidth: { xs: 160, sm: 'none' }, color: 'text.secondary' };

/** Style of a value that links to another record. */
export const valueLink = {
  color: 'primary.main',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
};

interface FieldRowProps {
  field: Field;
  record: FieldRecord;
  align: 'left' | 'right';
  /** Replaces the value, if its text isn't enough. */
  children?: ReactNode;
}

/** A field of a record, with label and value. */
export function FieldRow({ field, record, align, children }: FieldRowProps) {
  const context = useFormatContext();
  const label = labelIn(record, field, context);
  const text = formatFieldAlone(record, field, context);
  const isMarkdown = field.type === 'longtext' && field.format === 'markdown' && field.cell === undefined;
  const copies = field.type === 'text' && field.copy === true && field.mask === undefined;
  return (
    <Box sx={{ ...row, ...(isMarkdown ? broad : { gridTemplateColumns: columns[align] }) }}>
      <Box component="dt" sx={labelStyles}>
        {label}
      </Box>
      <Box
        component="dd"
        sx={{
          m: 0,
          minWidth: 0,
          overflowWrap: 'anywhere',
          textAlign: align,
          fontVariantNumeric: 'tabular-nums',
          whiteSpace: field.type === 'longtext' && !isMarkdown ? 'pre-wrap' : 'normal',
          '& > a, & > span > a': valueLink,
          // A line breaks between two of several links.
          '& > a ~ a, & > a:has(~ a)': { display: 'inline-block' },
        }}
      >
        {children ??
          (isMarkdown && text !== '' ? (
            <Markdown text={text} />
          ) : (
            renderField(record, field, context, text, { isNamed: true }) || <NoValue />
          ))}
        {text !== '' && copies && <CopyButton text={text} label={label} />}
      </Box>
    </Box>
  );
}

/** The field's label. For an amount that is frozen or expected, a label that doesn't say that it has moved. */
function labelIn(record: FieldRecord, field: Field, context: FormatContext): string {
  const label = fieldLabel(field, context);
  const standing = standingOf(field, record);
  if (standing === null || standing === 'counted') return label;
  const words = `feeBreakdown.standings.${standing}`;
  const other = context.translate(`${words}.other`, { label });
  return context.translate(`${words}.${field.source}`, { _: other });
}

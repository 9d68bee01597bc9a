import { Box } from '@mui/material';
import type { TimelineEntry } from '@merchant-console/protocol';
import { type Field, fieldLabel } from '@merchant-console/declaration';
import type { FieldRecord } from '../fields/FieldTypeDefinition.ts';
import { formatFieldAlone } from '../fields/formatField.ts';
import { NoValue } from '../fields/NoValue.tsx';
import { renderField } from '../fields/renderField.tsx';
import { useFormatContext } from '../ui/FormatContext.ts';

interface ChangesProps {
  changes: readonly TimelineEntry['changes'][number][];
  /** Fields to show, in this order. Changes of other fields are left out. */
  fields: readonly Field[];
  /** The record, for the currency of its amounts. */
  record: FieldRecord;
  /** Changes with more lines than this are collapsed. Defaults to showing all. */
  most?: number;
  /** True to also show unchanged values, such as the row of a batch. */
  withUnchanged?: boolean;
}

/** Changed fields with their old and new values. For a new record, its initial values. */
export function Changes({ changes, fields, record, most = Infinity, withUnchanged = false }: ChangesProps) {
  const context = useFormatContext();
  const { translate } = context;
  const isBeginning = changes.every(({ before }) => before === null || before === undefined);
  const lines = fields.flatMap((field) => {
    const change = changes.find(({ source }) => source === field.source);
    if (!change) return [];
    const textOf = (value: unknown) => formatFieldAlone({ ...record, [field.source]: value }, field, context);
    const [before, after] = [textOf(change.before), textOf(change.after)];
    return before === after && !withUnchanged ? [] : [{ field, change, before, after }];
  });
  if (lines.length === 0) return null;
  const list = (
    <Box
      component="ul"
      sx={{ m: 0, mt: 0.25, p: 0, listStyle: 'none', fontSize: '0.8125rem', '& a': { color: 'inherit' } }}
    >
      {lines.map(({ field, change, before, after }) => (
        <Box key={field.source} component="li" sx={{ overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {translate('list.labelled', { label: fieldLabel(field, context), text: '' })}
          </Box>
          {!isBeginning && before !== after && (
            <>
              <Side value={change.before} field={field} record={record} text={before} />
              <span aria-label={translate('timeline.becomes')} role="img">
                {' → '}
              </span>
            </>
          )}
          <Side value={change.after} field={field} record={record} text={after} />
        </Box>
      ))}
    </Box>
  );
  if (lines.length <= most) return list;
  return (
    <details>
      <Box component="summary" sx={{ cursor: 'pointer', fontSize: '0.8125rem', color: 'text.secondary' }}>
        {translate('timeline.fields', { smart_count: lines.length })}
      </Box>
      {list}
    </details>
  );
}

interface SideProps {
  value: unknown;
  field: Field;
  record: FieldRecord;
  /** The formatted value. */
  text: string;
}

/** The value of one side. JSON has no words but those of the field's `cell`, and groups have names in them. */
function Side({ value, field, record, text }: SideProps) {
  const context = useFormatContext();
  const isRendered = field.type === 'json' || field.type === 'group';
  const shown = isRendered ? renderField({ ...record, [field.source]: value }, field, context, text) : text;
  return shown || <NoValue />;
}

import { Box } from '@mui/material';
import type { TimelineEntry } from '#shared/contract/timeline.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { formatFieldAlone } from '#console/fields/formatField.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { NoValue } from '#console/fields/NoValue.tsx';

/** More than these are shown on demand. */
const SHOWN_AT_ONCE = 6;

interface TimelineChangesProps {
  changes: TimelineEntry['changes'];
  /** Those that the user may see, in the order in which they are shown. */
  fields: readonly Field[];
}

/** What an event has changed, from what to what; of a new record what it began with. */
export function TimelineChanges({ changes, fields }: TimelineChangesProps) {
  const context = useFormatContext();
  const { translate } = context;
  const isBeginning = changes.every(({ before }) => before === null || before === undefined);
  const lines = fields.flatMap((field) => {
    const change = changes.find(({ source }) => source === field.source);
    if (!change) return [];
    const show = (value: unknown) => formatFieldAlone({ [field.source]: value }, field, context);
    const line = { field, before: show(change.before), after: show(change.after) };
    return line.before === line.after ? [] : [line];
  });
  if (lines.length === 0) return null;
  const list = (
    <Box component="ul" sx={{ m: 0, mt: 0.25, p: 0, listStyle: 'none', fontSize: '0.8125rem' }}>
      {lines.map(({ field, before, after }) => (
        <Box key={field.source} component="li" sx={{ overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>{`${fieldLabel(field, context)}: `}</Box>
          {!isBeginning && (
            <>
              {before || <NoValue />}
              <span aria-label={translate('timeline.becomes')} role="img">
                {' → '}
              </span>
            </>
          )}
          {after || <NoValue />}
        </Box>
      ))}
    </Box>
  );
  if (lines.length <= SHOWN_AT_ONCE) return list;
  return (
    <details>
      <Box component="summary" sx={{ cursor: 'pointer', fontSize: '0.8125rem', color: 'text.secondary' }}>
        {translate('timeline.fields', { smart_count: lines.length })}
      </Box>
      {list}
    </details>
  );
}

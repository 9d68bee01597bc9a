import { Box } from '@mui/material';
import type { Moment } from '#shared/declaration/resource.ts';
import { holds } from '#shared/declaration/predicate.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { readInstant } from '#shared/format/readInstant.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Happening } from './Happening.tsx';
import { formatInstant } from './formatInstant.ts';
import { RecordCard } from './RecordCard.tsx';
import { useShownRecord } from './useShownRecord.ts';

/** What happened to a record, the newest first, as its own times tell. */
export function Moments({ moments }: { moments: readonly Moment[] }) {
  const record = useShownRecord();
  const context = useFormatContext();
  const { language, translate } = context;
  const happened = moments
    .flatMap(({ field, label, when }) => {
      const instant = readInstant(record[field.source]);
      if (!instant || (when && !holds(when, record))) return [];
      const text = label === null ? fieldLabel(field, context) : resolveLabel(label, language, translate);
      return [{ text, time: instant.getTime(), at: formatInstant(record[field.source], context) }];
    })
    .toSorted((one, other) => other.time - one.time);
  if (happened.length === 0) return null;
  return (
    <RecordCard title={translate('timeline.title')}>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {happened.map(({ text, at }) => (
          <Happening key={text} what={text} aside={at} />
        ))}
      </Box>
    </RecordCard>
  );
}

import { Box, Typography } from '@mui/material';
import type { TimelineEntry } from '#shared/contract/timeline.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { humanise } from '#shared/format/humanise.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { useFormatContext, type FormatContext } from '#console/fieldTypes/FormatContext.ts';
import { formatInstant } from './formatInstant.ts';
import { TimelineChanges } from './TimelineChanges.tsx';

interface TimelineItemProps {
  entry: TimelineEntry;
  resource: Resource;
  /** Those that the user may see. */
  fields: readonly Field[];
}

const item = {
  position: 'relative',
  pl: 2.5,
  pb: 1.5,
  // A dot for each event, and the line that joins them.
  '&::before': {
    content: '""',
    position: 'absolute',
    left: 0,
    top: 7,
    width: 7,
    height: 7,
    borderRadius: '50%',
    backgroundColor: 'text.disabled',
  },
  '&:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    left: 3,
    top: 18,
    bottom: -3,
    borderLeft: 1,
    borderColor: 'divider',
  },
} as const;

/** One event in the life of a record. */
export function TimelineItem({ entry, resource, fields }: TimelineItemProps) {
  const context = useFormatContext();
  const { translate } = context;
  return (
    <Box component="li" sx={item}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'baseline' }}>
        <Typography component="span" sx={{ fontWeight: 500 }}>
          {actionName(entry.action, resource, context)}
        </Typography>
        <Typography component="span" variant="body2" color="text.secondary">
          {[entry.actor ?? translate('timeline.system'), formatInstant(entry.at, context)].join(' · ')}
        </Typography>
      </Box>
      <TimelineChanges changes={entry.changes} fields={fields} />
    </Box>
  );
}

/** `create`, or `suppliers.disable` by the label of that action. */
function actionName(action: string, { actions }: Resource, { language, translate }: FormatContext): string {
  const key = action.slice(action.lastIndexOf('.') + 1);
  const own = actions.find((one) => one.key === key);
  if (own)
    return resolveLabel(
      typeof own.label === 'string' ? translate(own.label, { _: humanise(key) }) : own.label,
      language,
      translate,
    );
  return translate(`timeline.actions.${key}`, { _: humanise(key) });
}

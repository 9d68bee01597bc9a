import type { TimelineEntry } from '#shared/contract/timeline.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { eventName } from '#shared/format/eventName.ts';
import { humanise } from '#shared/format/humanise.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { useFormatContext, type FormatContext } from '#console/ui/FormatContext.ts';
import { formatInstant } from './formatInstant.ts';
import { Happening } from './Happening.tsx';
import { TimelineChanges } from './TimelineChanges.tsx';

interface TimelineItemProps {
  entry: TimelineEntry;
  resource: Resource;
  /** Those that the user may see. */
  fields: readonly Field[];
}

/** One event in the life of a record, as its audit record tells. */
export function TimelineItem({ entry, resource, fields }: TimelineItemProps) {
  const context = useFormatContext();
  const { translate } = context;
  return (
    <Happening
      what={nameOf(entry.action, resource, context)}
      aside={[entry.actor ?? translate('timeline.system'), formatInstant(entry.at, context)].join(' · ')}
    >
      <TimelineChanges changes={entry.changes} fields={fields} />
    </Happening>
  );
}

/** `create`, or `suppliers.disable` by the label that the file gives that action. */
function nameOf(action: string, { name, actions }: Resource, { language, translate }: FormatContext): string {
  const key = action.slice(action.lastIndexOf('.') + 1);
  const label = actions.find((one) => one.key === key)?.label;
  if (label === undefined) return eventName(key, { translate });
  const own = `resources.${name}.actions.${key}`;
  if (label === own) return eventName(key, { translate }, translate(own, { _: humanise(key) }));
  return resolveLabel(label, language, translate);
}

import { Box } from '@mui/material';
import type { ShowGroup } from '#shared/declaration/resource.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { holds } from '#shared/declaration/predicate.ts';
import { fieldTypeOf } from '#console/fields/fieldTypes.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useNamedComponents } from '#console/fields/NamedComponents.ts';
import type { ResourceView } from '../ResourceView.ts';
import { RecordCard } from './RecordCard.tsx';
import { RecordField } from './RecordField.tsx';
import { useShownRecord } from './useShownRecord.ts';

const twoColumns = { columns: '2 360px', columnGap: 5, '& > *': { breakInside: 'avoid' } };

interface GroupCardProps {
  view: ResourceView;
  group: ShowGroup;
  /** It has the page to itself. */
  isAlone: boolean;
}

/** Some fields of a record that belong together; not there where none of them is. */
export function GroupCard({ view, group, isAlone }: GroupCardProps) {
  const record = useShownRecord();
  const { group: find } = useNamedComponents();
  const { language, translate } = useFormatContext();
  const fields = group.fields.filter((field) => field.when === undefined || holds(field.when, record));
  if (fields.length === 0) return null;
  const title = resolveLabel(group.label ?? 'record.details', language, translate);
  const Custom = group.component === undefined ? undefined : find(group.component);
  if (Custom) {
    return (
      <RecordCard title={title}>
        <Custom fields={fields} />
      </RecordCard>
    );
  }
  // Mostly numbers: the few texts among them go to the right too, or the column of values would be ragged.
  const numbers = fields.filter((field) => fieldTypeOf(field).align === 'right').length;
  const align = numbers * 2 >= fields.length ? 'right' : 'left';
  return (
    <RecordCard title={title}>
      <Box component="dl" sx={{ m: 0, ...(isAlone && twoColumns) }}>
        {fields.map((field) => (
          <RecordField key={field.source} {...{ view, field, align }} />
        ))}
      </Box>
    </RecordCard>
  );
}

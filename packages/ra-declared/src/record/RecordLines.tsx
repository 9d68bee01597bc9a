import { Box, Skeleton, Typography } from '@mui/material';
import { type ChildrenField, childrenIn, fieldLabel, plainText, sumsOfLines } from '@merchant-console/declaration';
import { linesIn } from '../form/lines/linesIn.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useIsViewLoading, useResourceView } from '../useResourceView.ts';
import { RecordCard } from './RecordCard.tsx';
import { RelatedTable } from './RelatedTable.tsx';
import { Sums } from './Sums.tsx';
import { useShownRecord } from './useShownRecord.ts';

interface RecordLinesProps {
  view: ResourceView;
  /** Source of the field. */
  source: string;
}

/** The lines of a record with their sums. Renders nothing if the user may not see them. */
export function RecordLines({ view, source }: RecordLinesProps) {
  const field = childrenIn(view.resource.fields).find((one) => one.source === source);
  return field && <LinesCard view={view} field={field} />;
}

function LinesCard({ view, field }: { view: ResourceView; field: ChildrenField }) {
  const { reference, source, columns } = field;
  const record = useShownRecord();
  const context = useFormatContext();
  const lines = useResourceView(reference);
  const isLoading = useIsViewLoading(reference);
  if (isLoading) return <div hidden aria-busy />;
  if (!lines) return null;
  const { fields, show } = view.resource;
  const named = show.groups.flatMap((group) => (group.label === undefined ? [] : group.fields));
  const sums = sumsOfLines(fields, reference).filter((one) => !named.includes(one));
  const records = linesIn(record[source]).map((line) => ({ ...line, id: plainText(line['id']) }));
  const shown = columns.flatMap((column) => lines.resource.fields.find((one) => one.source === column) ?? []);
  const isComing = record[source] === undefined;
  return (
    <RecordCard title={fieldLabel(field, context)} related={reference} isLoading={isComing}>
      {isComing && <Skeleton height={96} />}
      {!isComing && records.length === 0 && (
        <Typography color="text.secondary">{context.translate('formLines.none')}</Typography>
      )}
      {records.length > 0 && <RelatedTable view={lines} hasLinks={false} fields={shown} records={records} />}
      {!isComing && sums.length > 0 && (
        <Box sx={{ mt: 1.5, display: 'flex' }}>
          <Sums sums={sums} record={record} />
        </Box>
      )}
    </RecordCard>
  );
}

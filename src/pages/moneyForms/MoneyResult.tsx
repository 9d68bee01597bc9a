import CheckCircleOutlinedIcon from '@mui/icons-material/CheckCircleOutlined';
import ScheduleOutlinedIcon from '@mui/icons-material/ScheduleOutlined';
import CancelOutlinedIcon from '@mui/icons-material/CancelOutlined';
import { Box, Button, Paper, Skeleton, Stack, Typography } from '@mui/material';
import { useEffect, useMemo, useRef } from 'react';
import { HttpError, useGetOne } from 'react-admin';
import type { Resource } from '#shared/declaration/resource.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { FormatContextProvider } from '#console/fieldTypes/FormatContext.ts';
import { Link } from '#console/router/Link.tsx';
import { FieldRow } from '#console/views/record/FieldRow.tsx';
import { RecordError, RecordMissing } from '#console/views/record/RecordNotice.tsx';
import { recordPath } from '#console/views/ResourceView.ts';
import { useUnsaved } from '#console/views/openPage.ts';
import { useResourcePlace } from '#console/views/resourcePlaces.ts';
import { useResourceFormat } from '#console/views/useResourceFormat.ts';
import type { MoneyKind } from './moneyKinds.ts';
import { outcomeOf, shownResult, type Outcome } from './resultOf.ts';

const ICONS: Record<Outcome, typeof CheckCircleOutlinedIcon> = {
  waiting: ScheduleOutlinedIcon,
  done: CheckCircleOutlinedIcon,
  ended: CancelOutlinedIcon,
};
const COLORS: Record<Outcome, string> = { waiting: 'warning.main', done: 'success.main', ended: 'text.secondary' };

interface MoneyResultProps {
  kind: MoneyKind;
  resource: Resource;
  address: string;
  id: string;
}

/** What has been asked for and how it stands now, read from its record: this address can be opened again. */
export function MoneyResult({ kind, resource, address, id }: MoneyResultProps) {
  const { data: record, error, isFetching, refetch } = useGetOne<IdentifiedRecord>(resource.name, { id });
  const records = useMemo(() => (record ? [record] : []), [record]);
  const context = useResourceFormat(resource.name, resource.fields, records);
  const { translate } = context;
  const place = useResourcePlace(resource.name);
  // The form that was here before has nothing left to lose.
  useUnsaved(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = record !== undefined;
  useEffect(() => {
    if (isThere && !document.activeElement?.closest('[aria-modal=true]')) heading.current?.focus();
  }, [isThere]);
  if (!record) {
    if (error instanceof HttpError && error.status === 404) return <RecordMissing />;
    if (error && !isFetching) return <RecordError error={error} onRetry={() => void refetch()} />;
    return <Skeleton variant="rounded" height={420} aria-busy="true" sx={{ maxWidth: 640 }} />;
  }
  const status = plainText(record['status']);
  const outcome = outcomeOf(status);
  const shown = shownResult(kind, resource.fields, record);
  const Icon = ICONS[outcome];
  const canShow = place?.permissions.includes(`${resource.name}.show`) === true;
  return (
    <FormatContextProvider value={context}>
      <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 4 }, maxWidth: 640, minWidth: 0 }}>
        <Stack sx={{ alignItems: 'flex-start', gap: 1, mb: 2 }}>
          <Icon sx={{ fontSize: 40, color: COLORS[outcome] }} />
          <Typography ref={heading} tabIndex={-1} component="h2" variant="h6" sx={{ outline: 'none' }}>
            {translate(`moneyForms.${kind.page}.${outcome}`)}
          </Typography>
          <Typography color="text.secondary">
            {translate(`moneyForms.next.${resource.name}.${status}`, { _: '' })}
          </Typography>
        </Stack>
        <Box component="dl" sx={{ m: 0 }}>
          {shown.fields.map((field) => (
            <FieldRow key={field.source} field={field} record={shown.record} align="left" />
          ))}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 3 }}>
          <Button variant="contained" component={Link} to={address}>
            {translate(`moneyForms.${kind.page}.another`)}
          </Button>
          {place && canShow && (
            <Button component={Link} to={recordPath(place.basePath, record.id)}>
              {translate('moneyForms.to_record')}
            </Button>
          )}
          {place && (
            <Button component={Link} to={place.basePath}>
              {translate(`resources.${resource.name}.name`)}
            </Button>
          )}
        </Box>
      </Paper>
    </FormatContextProvider>
  );
}

import { Box, Link as MuiLink, Skeleton, Stack, Typography } from '@mui/material';
import { useRef } from 'react';
import { RecordContextProvider, ResourceContextProvider, useGetManyReference } from 'react-admin';
import { WAITING_STATUS, type WaitingKind } from '#shared/contract/home.ts';
import { recordName } from '#shared/format/recordName.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { formatFieldAlone } from '#console/fields/formatField.ts';
import { RowActions } from '#console/resource/actions/ActionButton.tsx';
import { ActionHost } from '#console/resource/actions/ActionHost.tsx';
import { formatInstant } from '#console/resource/record/formatInstant.ts';
import { recordPath, type ResourceView } from '#console/resource/ResourceView.ts';
import { useResourceFormat } from '#console/resource/useResourceFormat.ts';
import { useResourceView } from '#console/resource/useResourceView.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { pageHeading, useKeptFocus } from '#console/ui/useKeptFocus.ts';

/** Number of records shown of each kind. The rest is in the list. */
const SHOWN = 3;
/** Number of records requested, because the user's own ones are among them. */
const REQUESTED = 20;

type DecidedKind = Exclude<WaitingKind, 'batch_transfers'>;

/** Field that says whom a record concerns. */
const SUBJECTS: Record<DecidedKind, string> = {
  payment_requests: 'payee_name',
  refunds: 'order_id',
  deposit_reviews: 'tenant_id',
  withdrawal_reviews: 'tenant_id',
  adjustments: 'tenant_id',
};

interface WaitingRecordsProps {
  kind: DecidedKind;
  /** Number of records that wait for the user. */
  count: number;
}

/** The records of a kind that have waited longest for the user, with the buttons to decide on them. */
export function WaitingRecords({ kind, count }: WaitingRecordsProps) {
  const view = useResourceView(kind);
  return view && <Records kind={kind} count={count} view={view} />;
}

function Records({ kind, count, view }: WaitingRecordsProps & { view: ResourceView }) {
  const { data, error } = useGetManyReference<IdentifiedRecord>(kind, {
    target: 'status',
    id: WAITING_STATUS[kind],
    pagination: { page: 1, perPage: REQUESTED },
    sort: { field: 'created_at', order: 'ASC' },
    filter: {},
  });
  const records = (data ?? []).filter((record) => record['is_own'] !== true).slice(0, SHOWN);
  const context = useResourceFormat(kind, view.resource.fields, records);
  const list = useRef<HTMLUListElement>(null);
  const onFocus = useKeptFocus(() => list.current?.querySelector<HTMLElement>('button, a') ?? pageHeading());
  const textOf = (record: IdentifiedRecord, source: string) => {
    const field = view.resource.fields.find((one) => one.source === source);
    return field ? formatFieldAlone(record, field, context) : '';
  };
  // The count above leads to the list, which says what is wrong.
  if (!data && error) return null;
  if (!data) return <Skeleton height={Math.min(count, SHOWN) * 88} />;
  return (
    <ResourceContextProvider value={kind}>
      <ActionHost view={view}>
        <Box
          component="ul"
          ref={list}
          onFocus={onFocus}
          data-related={kind}
          aria-label={view.title}
          sx={{ m: 0, mb: 1, p: 0, listStyle: 'none' }}
        >
          {records.map((record) => (
            <RecordContextProvider key={record.id} value={record}>
              <Box component="li" sx={ITEM}>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
                  <Typography component="span" sx={{ fontWeight: 600 }}>
                    {textOf(record, 'amount')}
                  </Typography>
                  <Typography component="span" sx={{ overflowWrap: 'anywhere' }}>
                    {textOf(record, SUBJECTS[kind])}
                  </Typography>
                </Box>
                <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
                  {view.canShow ? (
                    <MuiLink component={Link} to={recordPath(view.basePath, record.id)}>
                      {recordName(record, view.resource)}
                    </MuiLink>
                  ) : (
                    recordName(record, view.resource)
                  )}
                  {' · '}
                  {formatInstant(record['created_at'], context)}
                </Typography>
                <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1, '&:empty': { display: 'none' } }}>
                  <RowActions view={view} record={record} inList />
                </Stack>
              </Box>
            </RecordContextProvider>
          ))}
        </Box>
      </ActionHost>
    </ResourceContextProvider>
  );
}

const ITEM = { px: 1, py: 1, '&:not(:last-of-type)': { borderBottom: 1, borderColor: 'divider' } } as const;

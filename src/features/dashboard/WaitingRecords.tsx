import { Box, Link as MuiLink, Skeleton, Stack, Typography } from '@mui/material';
import { RecordContextProvider, ResourceContextProvider, useGetManyReference } from 'react-admin';
import { WAITING_STATUS, type Waiting, type WaitingKind } from '#shared/contract/home.ts';
import { recordName } from '#shared/format/recordName.ts';
import { sortOrNone } from '#console/api/sortOrNone.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { formatFieldAlone } from '#console/fields/formatField.ts';
import { RowActions } from '#console/resource/actions/ActionButton.tsx';
import { ActionHost } from '#console/resource/actions/ActionHost.tsx';
import { formatInstant } from '#console/resource/record/formatInstant.ts';
import { recordPath, type ResourceView } from '#console/resource/ResourceView.ts';
import { useResourceFormat } from '#console/resource/useResourceFormat.ts';
import { useResourceView } from '#console/resource/useResourceView.ts';
import { Link } from '#console/ui/router/Link.tsx';

/** Number of records shown of each kind. The rest is in the list. */
const SHOWN = 3;
/** Number of records requested, because the user's own ones are among them. */
const REQUESTED = 10;

/** Fields by which the user recognises a record: its amount, and whom it concerns. */
const FACTS: Record<WaitingKind, { amount: string; subject: string }> = {
  payment_requests: { amount: 'amount', subject: 'payee_name' },
  refunds: { amount: 'amount', subject: 'order_id' },
  batch_transfers: { amount: 'total_amount', subject: 'file_name' },
  deposit_reviews: { amount: 'amount', subject: 'tenant_id' },
  withdrawal_reviews: { amount: 'amount', subject: 'tenant_id' },
  adjustments: { amount: 'amount', subject: 'tenant_id' },
};

/** The newest records of a kind that wait for the user, with the buttons to decide on them. */
export function WaitingRecords({ kind, count }: Pick<Waiting, 'kind' | 'count'>) {
  const view = useResourceView(kind);
  return view && <Records kind={kind} count={count} view={view} />;
}

function Records({ kind, count, view }: Pick<Waiting, 'kind' | 'count'> & { view: ResourceView }) {
  const { data, error } = useGetManyReference<IdentifiedRecord>(kind, {
    target: 'status',
    id: WAITING_STATUS[kind],
    pagination: { page: 1, perPage: REQUESTED },
    sort: sortOrNone(view.resource.list.sort),
    filter: {},
  });
  const records = (data ?? []).filter((record) => record['is_own'] !== true).slice(0, SHOWN);
  const context = useResourceFormat(kind, view.resource.fields, records);
  const { amount, subject } = FACTS[kind];
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
        <Box component="ul" data-related={kind} aria-label={view.title} sx={{ m: 0, mb: 1, p: 0, listStyle: 'none' }}>
          {records.map((record) => (
            <RecordContextProvider key={record.id} value={record}>
              <Box component="li" sx={ITEM}>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
                  <Typography component="span" sx={{ fontWeight: 600 }}>
                    {textOf(record, amount)}
                  </Typography>
                  <Typography component="span" sx={{ overflowWrap: 'anywhere' }}>
                    {textOf(record, subject)}
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
                  {kind !== 'batch_transfers' && <RowActions view={view} record={record} inList />}
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

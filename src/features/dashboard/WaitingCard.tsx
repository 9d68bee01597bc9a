import ChevronRight from '@mui/icons-material/ChevronRight';
import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import { Box, Link as MuiLink, List, ListItem, ListItemButton, Skeleton, Stack, Typography } from '@mui/material';
import { useRef, type ReactNode } from 'react';
import { RecordContextProvider, ResourceContextProvider, useGetManyReference } from 'react-admin';
import { WAITING_STATUS, type Waiting, type WaitingKind } from '#shared/contract/dashboard.ts';
import { MAX_RANGE } from '@merchant-console/protocol';
import { formatCount, recordName } from '@merchant-console/declaration';
import {
  ActionHost,
  type IdentifiedRecord,
  type ResourceView,
  RowActions,
  useFormatContext,
  useResourceFormat,
  useResourceView,
} from '@merchant-console/ra-declared';
import {
  formatFieldAlone,
  formatInstant,
  Link,
  pageHeading,
  recordPath,
  useIsViewLoading,
  useKeptFocus,
  useListLink,
} from '@merchant-console/ra-declared/internal';
import { HomeCard } from './HomeHeading.tsx';

/** Requests that wait for the user's decision, and the user's own, on which colleagues decide. */
export function WaitingCard({ waiting }: { waiting: readonly Waiting[] }) {
  const context = useFormatContext();
  const { translate } = context;
  const forUser = waiting.filter(({ count }) => count > 0);
  const forColleagues = waiting.filter(({ own_count: count }) => count > 0);
  // After the last decision of a kind, its buttons are gone.
  const onFocus = useKeptFocus(pageHeading);
  return (
    <HomeCard title={translate('dashboard.waiting')}>
      {forUser.length === 0 ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
          <DoneIcon fontSize="small" color="success" aria-hidden />
          <Typography>{translate('dashboard.nothing_waiting')}</Typography>
        </Box>
      ) : (
        <List disablePadding onFocus={onFocus} sx={{ mx: -1 }}>
          {forUser.map(({ kind, count, own_count: ownCount, usable_from: usableFrom }) => (
            <WaitingItem key={kind} kind={kind} count={count}>
              {usableFrom !== undefined && (
                <Typography variant="body2" color="text.secondary" sx={{ px: 1, pb: 0.5 }}>
                  {translate('dashboard.power_waiting', { at: formatInstant(usableFrom, context) })}
                </Typography>
              )}
              {/* Batches are decided on row by row, on their own page. */}
              {kind !== 'batch_transfers' && (
                <WaitingRecords kind={kind} count={count} ownCount={ownCount} isUsable={usableFrom === undefined} />
              )}
            </WaitingItem>
          ))}
        </List>
      )}
      {forColleagues.length > 0 && (
        <>
          <Typography component="h3" variant="subtitle2" sx={{ mt: 2, mb: 1 }}>
            {translate('dashboard.waiting_for_colleagues')}
          </Typography>
          <List disablePadding sx={{ mx: -1 }}>
            {forColleagues.map(({ kind, own_count: count }) => (
              <WaitingItem key={kind} kind={kind} count={count} />
            ))}
          </List>
        </>
      )}
    </HomeCard>
  );
}

interface WaitingItemProps extends Pick<Waiting, 'kind' | 'count'> {
  children?: ReactNode;
}

function WaitingItem({ kind, count, children }: WaitingItemProps) {
  const { translate } = useFormatContext();
  const to = useListLink()(kind, { status: [WAITING_STATUS[kind]] });
  const content = (
    <>
      <Box component="span" sx={COUNT}>
        {formatCount(count)}
      </Box>
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        {translate(`dashboard.waiting_kinds.${kind}`)}
      </Box>
      {to !== null && <ChevronRight aria-hidden sx={{ color: 'text.secondary' }} />}
    </>
  );
  return (
    <ListItem disablePadding sx={{ display: 'block' }}>
      {to === null ? (
        <Box sx={ROW}>{content}</Box>
      ) : (
        <ListItemButton component={Link} to={to} sx={ROW}>
          {content}
        </ListItemButton>
      )}
      {children}
    </ListItem>
  );
}

const ROW = { display: 'flex', alignItems: 'center', gap: 1.5, px: 1, py: 0.75, borderRadius: 1 } as const;
const COUNT = {
  minWidth: 32,
  px: 1,
  py: 0.25,
  borderRadius: 4,
  textAlign: 'center',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  border: 1,
  borderColor: 'warning.main',
} as const;

/** Number of records shown of each kind. The rest is in the list. */
const SHOWN = 3;
/** Records are requested in multiples of this, because the user's own ones are among them, and their number varies. */
const REQUESTED = 20;

type DecidedKind = Exclude<WaitingKind, 'batch_transfers'>;

/** Field that says whom a record concerns. */
const SUBJECTS: Record<DecidedKind, string> = {
  payment_requests: 'payee_name',
  refunds: 'order_id',
  deposit_reviews: 'tenant_id',
  withdrawal_reviews: 'tenant_id',
  adjustments: 'tenant_id',
  operator_requests: 'act',
};

interface WaitingRecordsProps {
  kind: DecidedKind;
  /** Number of records that wait for the user. */
  count: number;
  /** Number of the user's own records. */
  ownCount: number;
  /** False if the user's right to decide still waits. The records are then shown without buttons. */
  isUsable: boolean;
}

/** The records of a kind that have waited longest for the user, with the buttons to decide on them. */
function WaitingRecords({ kind, ...counts }: WaitingRecordsProps) {
  const view = useResourceView(kind);
  const isLoading = useIsViewLoading(kind);
  if (isLoading) return <Placeholder count={counts.count} />;
  return view && <Records kind={kind} {...counts} view={view} />;
}

/** Of the height of records with one line for each of their texts. */
const Placeholder = ({ count }: { count: number }) => <Skeleton height={Math.min(count, SHOWN) * 88} />;

function Records({ kind, count, ownCount, isUsable, view }: WaitingRecordsProps & { view: ResourceView }) {
  const requested = Math.ceil((ownCount + SHOWN) / REQUESTED) * REQUESTED;
  const { data, error } = useGetManyReference<IdentifiedRecord>(kind, {
    target: 'status',
    id: WAITING_STATUS[kind],
    pagination: { page: 1, perPage: Math.min(requested, MAX_RANGE) },
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
  if (!data) return <Placeholder count={count} />;
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
                  {isUsable && <RowActions view={view} record={record} inList />}
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

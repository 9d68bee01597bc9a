import TaskOutlined from '@mui/icons-material/TaskOutlined';
import { Box, Button, Link as MuiLink, List, ListItem, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetIdentity, useGetList } from 'react-admin';
import type { Task } from '#shared/contract/tasks.ts';
import { permissionKey } from '@merchant-console/protocol';
import { formatCount, formatSize, plainText } from '@merchant-console/declaration';
import { type IdentifiedRecord, useFindPlace, useFormatContext } from '@merchant-console/ra-declared';
import {
  formatInstant,
  LabelledProgress,
  Link,
  LoadFailure,
  Notice,
  openablePath,
  useMutationWithToast,
  useSending,
} from '@merchant-console/ra-declared/internal';
import { useTaskFile } from '#console/ui/useTaskFile.ts';
import { useIsPreview } from '#console/ui/rolePreview.ts';
import { HeaderPanel } from '#console/ui/HeaderPanel.tsx';
import type { PanelProps } from '#console/ui/PanelButton.tsx';
import { isUnfinished, useTaskActs, useTaskList } from './useTasks.ts';

interface TasksPanelProps extends PanelProps {
  /** Other work of the user. */
  children?: ReactNode;
}

/** The user's background exports, and batches that are being paid. */
export function TasksPanel({ anchor, onClose, children }: TasksPanelProps) {
  const { translate } = useFormatContext();
  const { data: items, error, refetch } = useTaskList();
  return (
    <HeaderPanel anchor={anchor} title={translate('shell.tasks')} onClose={onClose}>
      {!items && !error && <Skeleton aria-busy="true" variant="rounded" height={160} sx={{ m: 2 }} />}
      {!items && error && <LoadFailure isSmall title="tasks.load_error" error={error} onRetry={refetch} />}
      {items?.length === 0 && (
        <Notice icon={<TaskOutlined />} title={translate('tasks.empty')} text={translate('tasks.empty_text')} />
      )}
      {items && items.length > 0 && (
        <List disablePadding aria-label={translate('shell.tasks')}>
          {items.map((task) => (
            <TaskItem key={task.id} task={task} />
          ))}
        </List>
      )}
      {children}
      <RunningBatches onLeave={onClose} />
    </HeaderPanel>
  );
}

function TaskItem({ task }: { task: Task }) {
  const { translate } = useFormatContext();
  const acts = useTaskActs();
  const download = useTaskFile();
  const isFixed = useIsPreview();
  const { title, status, query } = task;
  return (
    <ListItem sx={itemStyles}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
        <Typography variant="body2" sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {`${title} · ${query.format.toUpperCase()}`}
        </Typography>
        <Typography variant="body2" color={STATUS_COLORS[status]}>
          {translate(`tasks.status.${status}`)}
        </Typography>
      </Box>
      <TaskDetails task={task} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: -BUTTON_PADDING }}>
        {status === 'done' && (
          <ActButton label="tasks.download" title={title} act={() => download(task.id)} isReading />
        )}
        {(status === 'failed' || status === 'cancelled') && (
          <ActButton label="tasks.repeat" title={title} act={() => acts.repeat(task)} isFixed={isFixed} />
        )}
        {isUnfinished(task) ? (
          <ActButton label="tasks.cancel" title={title} act={() => acts.cancel(task)} isFixed={isFixed} />
        ) : (
          <ActButton label="tasks.remove" title={title} act={() => acts.remove(task)} isFixed={isFixed} />
        )}
      </Box>
    </ListItem>
  );
}

function TaskDetails({ task }: { task: Task }): ReactNode {
  const context = useFormatContext();
  const { translate } = context;
  const { status, done_rows: done, total_rows: total, file, error, expires_at } = task;
  const details = [
    formatInstant(task.created_at, context),
    file && translate('tasks.rows', { smart_count: done, count: formatCount(done) }),
    file && formatSize(file.size),
  ];
  return (
    <>
      <Typography variant="caption" color="text.secondary" component="div">
        {details.filter(Boolean).join(' · ')}
        {file && <div>{translate('tasks.kept_until', { time: formatInstant(expires_at, context) })}</div>}
      </Typography>
      {status === 'running' && (
        <LabelledProgress
          label={translate('exporting.progress')}
          done={done}
          total={total}
          text={
            total === null ? translate('tasks.counting') : translate('exporting.received_rows', rowsOf(done, total))
          }
        />
      )}
      {status === 'failed' && (
        <Typography variant="body2" color="error.main">
          {error}
        </Typography>
      )}
    </>
  );
}

/** Rows added while a file is being written can exceed the counted total. */
function rowsOf(done: number, total: number) {
  return { rows: formatCount(Math.min(done, total)), total: formatCount(total) };
}

interface ActButtonProps {
  /** Translation key of its label. */
  label: string;
  /** Title of the task, for the button's accessible name. */
  title: string;
  act(): Promise<unknown>;
  /** True for actions that change nothing, so they don't need a confirmed connection. */
  isReading?: boolean;
  isFixed?: boolean;
}

function ActButton({ label, title, act, isReading = false, isFixed = false }: ActButtonProps) {
  const { translate } = useFormatContext();
  const sending = useSending();
  const { mutate, isPending } = useMutationWithToast({ mutationFn: act });
  const isBlocked = !isReading && sending.isBlocked;
  const text = translate(label);
  return (
    <Button
      size="small"
      sx={{ minWidth: 0, px: BUTTON_PADDING }}
      loading={isPending}
      disabled={isFixed}
      aria-disabled={isBlocked || undefined}
      aria-label={`${text}: ${title}`}
      onClick={() => !isBlocked && mutate()}
    >
      {text}
    </Button>
  );
}

/** Compensated by a negative margin, so that the first button's text aligns with the texts above. */
const BUTTON_PADDING = 1;

const STATUS_COLORS = {
  waiting: 'text.secondary',
  running: 'info.main',
  done: 'success.main',
  failed: 'error.main',
  cancelled: 'text.secondary',
} as const;

const BATCHES = 'batch_transfers';

/** More than a tenant has running at the same time. */
const MOST = 100;

interface RunningBatchesProps {
  /** Called when a link leads to another page. */
  onLeave(): void;
}

/** The user's own batches whose payments haven't all ended; nothing if there are none or the user can't list them. */
function RunningBatches({ onLeave }: RunningBatchesProps) {
  const { translate } = useFormatContext();
  const find = useFindPlace();
  const { identity } = useGetIdentity();
  const mayList = find(BATCHES)?.permissions.includes(permissionKey(BATCHES, 'list')) ?? false;
  const { data = [] } = useGetList<IdentifiedRecord>(
    BATCHES,
    {
      filter: { status: ['submitted', 'processing'] },
      sort: { field: 'created_at', order: 'DESC' },
      pagination: { page: 1, perPage: MOST },
    },
    { enabled: mayList, retry: false },
  );
  const own = data.filter(({ creator_id: creator }) => creator === identity?.id);
  if (own.length === 0) return null;
  const title = translate(`resources.${BATCHES}.name`);
  return (
    <Box component="section" aria-label={title}>
      <Typography component="h3" variant="subtitle2" color="text.secondary" sx={{ px: 2, pt: 1.5 }}>
        {title}
      </Typography>
      <List disablePadding>
        {own.map(({ id, ...batch }) => {
          const to = openablePath(find, BATCHES, id);
          const name = plainText(batch['batch_no']);
          const ended = Number(batch['success_count']) + Number(batch['failed_count']);
          const total = Number(batch['valid_count']);
          const text = translate('tasks.paid', { count: formatCount(ended), total: formatCount(total) });
          return (
            <ListItem key={id} sx={itemStyles}>
              <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {to === null ? (
                  name
                ) : (
                  <MuiLink component={Link} to={to} underline="hover" onClick={onLeave}>
                    {name}
                  </MuiLink>
                )}
              </Typography>
              <Typography variant="caption" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
                {plainText(batch['file_name'])}
              </Typography>
              <LabelledProgress label={text} done={ended} total={total} text={text} />
            </ListItem>
          );
        })}
      </List>
    </Box>
  );
}

const itemStyles = {
  flexDirection: 'column',
  alignItems: 'stretch',
  gap: 0.5,
  py: 1.25,
  borderBottom: 1,
  borderColor: 'divider',
};

import TaskOutlined from '@mui/icons-material/TaskOutlined';
import { Box, Button, List, ListItem, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { Task } from '#shared/contract/tasks.ts';
import { formatCount, formatSize } from '#shared/format/numbers.ts';
import { useTaskFile } from '#console/resource/list/exporting/useTaskFile.ts';
import { useIsPreview } from '#console/resource/preview/useIsPreview.ts';
import { formatInstant } from '#console/resource/record/formatInstant.ts';
import { LoadFailure } from '#console/ui/LoadFailure.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { HeaderPanel } from '#console/ui/HeaderPanel.tsx';
import { LabelledProgress } from '#console/ui/LabelledProgress.tsx';
import { Notice } from '#console/ui/Notice.tsx';
import type { PanelProps } from '#console/ui/PanelButton.tsx';
import { useMutationWithToast } from '#console/ui/useMutationWithToast.ts';
import { useSending } from '#console/ui/useSending.tsx';
import { itemStyles, RunningBatches } from './RunningBatches.tsx';
import { isUnfinished, useTaskActs, useTaskList } from './useTasks.ts';

/** The user's background exports, and batches that are being paid. */
export function TasksPanel({ anchor, onClose }: PanelProps) {
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

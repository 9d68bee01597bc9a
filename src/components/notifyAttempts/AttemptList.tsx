import { Box, Button, Skeleton, Typography } from '@mui/material';
import type { NotifyAttempts } from '#shared/contract/notifyAttempts.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { formatInstant } from '#console/views/record/formatInstant.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { AttemptItem } from './AttemptItem.tsx';
import { useNotifyAttempts } from './useNotifyAttempts.ts';

/** The posts of one record's result, the newest first. */
export function AttemptList({ resource, id }: { resource: string; id: string }) {
  const { translate } = useFormatContext();
  const { data, error, refetch } = useNotifyAttempts(resource, id);
  if (!data && error) {
    return (
      <Box role="alert" sx={{ mt: 1 }}>
        <Typography color="text.secondary">{errorText(error, translate)}</Typography>
        <Button size="small" onClick={() => void refetch()}>
          {translate('list.retry')}
        </Button>
      </Box>
    );
  }
  if (!data) return <Skeleton height={96} />;
  return (
    <Box sx={{ mt: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, justifyContent: 'space-between', mb: 0.5 }}>
        <Typography component="h3" variant="body2" sx={{ fontWeight: 600 }}>
          {translate('notifyAttempts.title')}
        </Typography>
        <Typography role="status" variant="body2" color="text.secondary">
          <Next data={data} />
        </Typography>
      </Box>
      {data.attempts.length === 0 && !data.is_sending && (
        <Typography variant="body2" color="text.secondary">
          {translate('notifyAttempts.none')}
        </Typography>
      )}
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.attempts.map((attempt) => (
          <AttemptItem key={attempt.number} attempt={attempt} />
        ))}
      </Box>
      {data.total > data.attempts.length && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {translate('notifyAttempts.newest', { shown: data.attempts.length, total: data.total })}
        </Typography>
      )}
    </Box>
  );
}

/** What comes by itself. */
function Next({ data: { is_sending, next_at } }: { data: NotifyAttempts }) {
  const context = useFormatContext();
  if (is_sending) return context.translate('notifyAttempts.sending');
  return next_at === null ? '' : context.translate('notifyAttempts.next', { time: formatInstant(next_at, context) });
}

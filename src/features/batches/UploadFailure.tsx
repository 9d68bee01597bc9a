import { Alert, AlertTitle, Button, Link as MuiLink } from '@mui/material';
import { z } from 'zod';
import { ApiError, fieldMessages } from '#console/api/ApiError.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { errorText } from '#console/ui/FailureAlert.tsx';
import { useBatchPath } from './batchPath.ts';

const currentSchema = z.object({ id: z.string(), batch_no: z.string() });

/** Why a file was rejected, with a link to the existing batch if it is a duplicate. */
export function UploadFailure({ name, error, onClose }: { name: string; error: Error; onClose(): void }) {
  const { translate } = useFormatContext();
  const batchPath = useBatchPath();
  const earlier = error instanceof ApiError ? currentSchema.safeParse(error.current).data : undefined;
  const path = earlier && batchPath(earlier.id);
  return (
    <Alert
      severity={earlier ? 'warning' : 'error'}
      action={
        <Button color="inherit" size="small" onClick={onClose}>
          {translate('shell.close')}
        </Button>
      }
    >
      <AlertTitle sx={{ overflowWrap: 'anywhere' }}>{name}</AlertTitle>
      {reasonOf(error) ?? errorText(error, translate)}{' '}
      {path && (
        <MuiLink component={Link} to={path} color="inherit" sx={{ fontWeight: 600 }}>
          {translate('batch.open_earlier', { batch: earlier.batch_no })}
        </MuiLink>
      )}
    </Alert>
  );
}

/** The server's message about the file itself, without the field's name. */
function reasonOf(error: Error): string | null {
  const { file, channel_id, amount } = fieldMessages(error);
  return file ?? channel_id ?? amount ?? null;
}

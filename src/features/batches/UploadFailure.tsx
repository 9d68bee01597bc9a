import { Alert, AlertTitle, Button, Link as MuiLink } from '@mui/material';
import { z } from 'zod';
import { sheetChoicesSchema } from '#shared/contract/sheets.ts';
import { ApiError, fieldMessages } from '@merchant-console/ra-provider';
import type { UploadedAs } from '#console/api/batchCalls.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { errorText, Link } from '@merchant-console/ra-declared/internal';
import { useBatchPath } from './batchPath.ts';
import { UploadChoices } from './UploadChoices.tsx';

const currentSchema = z.object({ id: z.string(), batch_no: z.string() });

interface UploadFailureProps {
  name: string;
  error: Error;
  /** Uploads the file again. */
  onChoose(as: UploadedAs): void;
  onClose(): void;
}

/** Why a file was rejected, with a link to the existing batch if it is a duplicate, or what must be chosen first. */
export function UploadFailure({ name, error, onChoose, onClose }: UploadFailureProps) {
  const { translate } = useFormatContext();
  const batchPath = useBatchPath();
  const earlier = error instanceof ApiError ? currentSchema.safeParse(error.current).data : undefined;
  const path = earlier && batchPath(earlier.id);
  const choices = error instanceof ApiError ? sheetChoicesSchema.safeParse(error.current).data : undefined;
  if (choices) return <UploadChoices name={name} choices={choices} onChoose={onChoose} onClose={onClose} />;
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

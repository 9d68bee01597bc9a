import { Alert, AlertTitle, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { sheetChoicesSchema } from '#shared/contract/sheets.ts';
import { ApiError, fieldMessages } from '@merchant-console/ra-provider';
import { useFormatContext } from '@merchant-console/ra-declared';
import { errorText } from '@merchant-console/ra-declared/internal';
import { UploadChoices } from './UploadChoices.tsx';
import type { UploadedAs } from './useFileUpload.ts';

interface UploadFailureProps {
  name: string;
  error: Error;
  /** Shown after the reason, such as a link to what exists already. Makes the failure a warning. */
  children?: ReactNode;
  /** Uploads the file again. */
  onChoose(as: UploadedAs): void;
  onClose(): void;
}

/** Why a file was rejected, or what must be chosen before it can be read. */
export function UploadFailure({ name, error, children, onChoose, onClose }: UploadFailureProps) {
  const { translate } = useFormatContext();
  const choices = error instanceof ApiError ? sheetChoicesSchema.safeParse(error.current).data : undefined;
  if (choices) return <UploadChoices name={name} choices={choices} onChoose={onChoose} onClose={onClose} />;
  return (
    <Alert
      severity={children ? 'warning' : 'error'}
      action={
        <Button color="inherit" size="small" onClick={onClose}>
          {translate('shell.close')}
        </Button>
      }
    >
      <AlertTitle sx={{ overflowWrap: 'anywhere' }}>{name}</AlertTitle>
      {reasonOf(error) ?? errorText(error, translate)} {children}
    </Alert>
  );
}

/** The server's message about the file itself, without the field's name. */
function reasonOf(error: Error): string | null {
  const { file, channel_id, amount } = fieldMessages(error);
  return file ?? channel_id ?? amount ?? null;
}

import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { Button, type ButtonProps } from '@mui/material';
import { useToastedCall } from './useFailureToast.ts';

interface DownloadButtonProps extends ButtonProps {
  download(): Promise<unknown>;
}

/** Button that downloads a file. A failure is shown as a toast. */
export function DownloadButton({ download, ...props }: DownloadButtonProps) {
  const { isBusy, run } = useToastedCall();
  return (
    <Button
      size="small"
      startIcon={<DownloadIcon />}
      {...props}
      loading={isBusy}
      loadingPosition="start"
      onClick={() => void run(download)}
    />
  );
}

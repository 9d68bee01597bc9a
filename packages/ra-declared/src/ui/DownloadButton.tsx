import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { Button, type ButtonProps } from '@mui/material';
import { useMutationWithToast } from './useMutationWithToast.ts';

interface DownloadButtonProps extends ButtonProps {
  download(): Promise<unknown>;
}

/** Button that downloads a file. A failure is shown as a toast. */
export function DownloadButton({ download, ...props }: DownloadButtonProps) {
  const { mutate, isPending } = useMutationWithToast({ mutationFn: download });
  return (
    <Button
      size="small"
      startIcon={<DownloadIcon />}
      {...props}
      loading={isPending}
      loadingPosition="start"
      onClick={() => mutate()}
    />
  );
}

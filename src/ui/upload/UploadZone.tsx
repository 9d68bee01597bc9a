import UploadFileIcon from '@mui/icons-material/UploadFileOutlined';
import { Box, Button, LinearProgress, Stack, Typography } from '@mui/material';
import { useRef, useState, type DragEvent } from 'react';
import { useFormatContext } from '@merchant-console/ra-declared';
import { DownloadButton, saveFile, useSending } from '@merchant-console/ra-declared/internal';
import type { DownloadedFile } from '@merchant-console/ra-provider';

interface UploadZoneProps {
  /** Accessible name of the file input. */
  label: string;
  /** Largest and longest file. */
  limits: string;
  /** Name of the file that is being uploaded, or null. */
  busyWith: string | null;
  /** True if no file can be uploaded. */
  isDisabled?: boolean;
  onFile(file: File): void;
  onCancel(): void;
}

/** Takes a table, dropped or chosen. While a file is being uploaded, it shows that, and can cancel it. */
export function UploadZone({ label, limits, busyWith, isDisabled = false, onFile, onCancel }: UploadZoneProps) {
  const { translate } = useFormatContext();
  const sending = useSending();
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isBusy = busyWith !== null;
  const isBlocked = isBusy || sending.isBlocked || isDisabled;
  const checking = translate('upload.checking', { name: busyWith ?? '' });
  const take = (file: File | undefined) => {
    if (file && !isBlocked) onFile(file);
  };
  return (
    <>
      <Box
        onDragOver={(event: DragEvent) => {
          event.preventDefault();
          setIsOver(!isBlocked);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault();
          setIsOver(false);
          take(event.dataTransfer.files[0]);
        }}
        aria-busy={isBusy}
        sx={{
          ...zone,
          borderColor: isOver ? 'primary.main' : 'action.disabled',
          backgroundColor: isOver ? 'action.hover' : 'transparent',
        }}
      >
        <UploadFileIcon sx={{ fontSize: 32, color: 'text.secondary' }} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }} role="status">
            {isBusy ? checking : translate('upload.drop')}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {limits}
          </Typography>
          {isBusy && <LinearProgress aria-label={checking} sx={{ mt: 1 }} />}
        </Box>
        {isBusy ? (
          <Button color="inherit" onClick={onCancel}>
            {translate('files.cancel')}
          </Button>
        ) : (
          <Button
            variant="contained"
            disabled={isDisabled}
            {...sending.button}
            onClick={() => !isBlocked && input.current?.click()}
          >
            {translate('files.choose')}
          </Button>
        )}
        <input
          ref={input}
          hidden
          type="file"
          accept=".csv,.xlsx,text/csv"
          aria-label={label}
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Lets the user choose the same file again after correcting it.
            target.value = '';
            take(file);
          }}
        />
      </Box>
      {sending.reason}
    </>
  );
}

const zone = {
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  alignItems: 'center',
  gap: { xs: 1, sm: 2 },
  px: 2,
  py: 2.5,
  border: 1,
  borderStyle: 'dashed',
  borderRadius: 1,
  textAlign: { xs: 'center', sm: 'left' },
} as const;

const FORMATS = ['xlsx', 'csv'] as const;

interface FileLinksProps {
  /** What the files contain. */
  label: string;
  fetchFile(format: (typeof FORMATS)[number]): Promise<DownloadedFile>;
}

/** Downloads of one table in each format. */
export function FileLinks({ label, fetchFile }: FileLinksProps) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
      <Typography variant="body2" color="text.secondary">
        {label}
      </Typography>
      {FORMATS.map((format) => (
        <DownloadButton
          key={format}
          download={async () => {
            const { name, content } = await fetchFile(format);
            saveFile(content, name ?? `file.${format}`);
          }}
          aria-label={`${label} ${format.toUpperCase()}`}
        >
          {format.toUpperCase()}
        </DownloadButton>
      ))}
    </Stack>
  );
}

import CloseIcon from '@mui/icons-material/Close';
import UploadFileIcon from '@mui/icons-material/UploadFile';
import { Button, IconButton, Typography } from '@mui/material';
import { useRef, type ChangeEvent } from 'react';
import { IMAGE_TYPES } from '#shared/declaration/fileValue.ts';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { fileSize } from '../files/fileSize.ts';
import { mediaTypeNames } from '../files/mediaTypeNames.ts';
import { useFormatContext } from '../FormatContext.ts';

interface FileChooserProps {
  field: FieldOf<'file'> | FieldOf<'image'>;
  label: string;
  disabled: boolean;
  /** Name of the file that is on its way. */
  sending: string | null;
  /** Whether there is something that can be taken away. */
  hasFile: boolean;
  buttonRef(element: HTMLButtonElement | null): void;
  onChoose(file: File): void;
  onRemove(): void;
  onBlur(): void;
}

/** The buttons of a file's input: choose or replace, and take away or call off. */
export function FileChooser(props: FileChooserProps) {
  const { field, label, disabled, sending, hasFile, buttonRef, onChoose, onRemove, onBlur } = props;
  const { translate } = useFormatContext();
  const input = useRef<HTMLInputElement>(null);
  const accept = field.type === 'image' ? IMAGE_TYPES : field.accept;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file may be chosen again after a failure.
    target.value = '';
    if (file) onChoose(file);
  };
  const limits = [accept && mediaTypeNames(accept), field.maxSize && `≤ ${fileSize(field.maxSize)}`].filter(Boolean);
  return (
    <>
      {sending === null ? (
        <>
          <Button
            ref={buttonRef}
            size="small"
            startIcon={<UploadFileIcon />}
            disabled={disabled}
            aria-label={`${translate(hasFile ? 'files.replace' : 'files.choose')}: ${label}`}
            onClick={() => input.current?.click()}
            onBlur={onBlur}
            sx={{ flex: 'none' }}
          >
            {translate(hasFile ? 'files.replace' : 'files.choose')}
          </Button>
          {!hasFile && (
            <Typography variant="body2" color="text.secondary" sx={{ minWidth: 0 }}>
              {[translate('files.drop'), ...limits].join(' · ')}
            </Typography>
          )}
        </>
      ) : (
        <Typography noWrap role="status" sx={{ flex: 1, minWidth: 0 }}>
          {translate('files.sending', { name: sending })}
        </Typography>
      )}
      {(hasFile || sending !== null) && (
        <IconButton
          size="small"
          disabled={disabled}
          aria-label={`${translate(sending === null ? 'files.remove' : 'files.cancel')}: ${label}`}
          onClick={onRemove}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={accept?.join(',')}
        disabled={disabled}
        aria-label={label}
        onChange={choose}
      />
    </>
  );
}

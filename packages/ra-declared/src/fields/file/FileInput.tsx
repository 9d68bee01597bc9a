import { Box, FormHelperText, InputLabel, LinearProgress, Typography, Button, IconButton } from '@mui/material';
import { useId, useState, useRef, type DragEvent, type ChangeEvent, useEffect } from 'react';
import { useRecordContext } from 'react-admin';
import InsertDriveFileOutlinedIcon from '@mui/icons-material/InsertDriveFileOutlined';
import CloseIcon from '@mui/icons-material/Close';
import UploadFileIcon from '@mui/icons-material/UploadFile';
import { isFileValue, IMAGE_TYPES, type FileValue } from '@merchant-console/protocol';
import { checkValue, type Field, type FieldOf, formatSize } from '@merchant-console/declaration';
import { errorText } from '../../ui/FailureAlert.tsx';
import { useFormatContext } from '../../ui/FormatContext.ts';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { Unreadable, useBelowInput, useBoundField } from '../inputs/useBoundField.ts';
import { FileImage } from './FileImage.tsx';
import { mediaTypeNames, problemText } from '../inputs/problemText.ts';
import { useInputServices } from '../inputs/InputServices.ts';

const box = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 56,
  px: 1.5,
  py: 1,
  border: 1,
  borderStyle: 'dashed',
  borderRadius: 1,
} as const;

/** File input with drop area. The file is uploaded immediately; the record gets it when the form is saved. */
export function FileInput({ field, label, disabled }: FieldInputProps<FieldOf<'file'> | FieldOf<'image'>>) {
  const recordId = useRecordContext()?.id ?? null;
  const { translate } = useFormatContext();
  const bound = useBoundField(field);
  const upload = useUpload(field, bound.change);
  const [isOver, setIsOver] = useState(false);
  const labelId = useId();
  const helpId = useId();
  const { value, stored } = bound;
  // Shows a rejected file immediately, before the user tries to save.
  const refusal =
    value instanceof Unreadable && upload.sending === null ? translate(value.key, { _: value.key }) : null;
  const problem = upload.sending === null ? (bound.problem ?? refusal) : null;
  const help = useBelowInput(field, problem);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) upload.send(file);
  };
  const remove = () => {
    upload.cancel();
    bound.change(value instanceof Unreadable ? (stored ?? null) : null);
  };
  return (
    <div>
      <InputLabel id={labelId} shrink error={problem !== null} required={field.required === true} disabled={disabled}>
        {label}
      </InputLabel>
      <Box
        role="group"
        aria-labelledby={labelId}
        aria-describedby={helpId}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        sx={{ ...box, borderColor: problem ? 'error.main' : isOver ? 'primary.main' : 'action.disabled' }}
      >
        {isFileValue(value) && (
          <ChosenFile
            field={field}
            file={value}
            recordId={isFileValue(stored) && stored.id === value.id ? recordId : null}
            local={upload.local}
          />
        )}
        <FileChooser
          field={field}
          label={label}
          disabled={disabled}
          sending={upload.sending}
          hasFile={isFileValue(value) || value instanceof Unreadable}
          buttonRef={bound.ref}
          onChoose={upload.send}
          onRemove={remove}
          onBlur={bound.blur}
        />
        {upload.sending !== null && (
          <LinearProgress
            aria-label={translate('files.sending', { name: upload.sending })}
            sx={{ position: 'absolute', left: 0, right: 0, bottom: 0, height: 3 }}
          />
        )}
      </Box>
      <FormHelperText id={helpId} error={problem !== null} sx={{ mx: 1.75 }}>
        {help}
      </FormHelperText>
    </div>
  );
}

interface ChosenFileProps {
  field: Field;
  file: FileValue;
  /** The record that has the file, or null if it was only uploaded. */
  recordId: string | number | null;
  local: SentFile | null;
}

/** Name and size of a file, with a thumbnail of an image. */
function ChosenFile({ field, file, recordId, local }: ChosenFileProps) {
  const own = local?.id === file.id ? local.file : null;
  return (
    <>
      {field.type === 'image' ? (
        <FileImage source={field.source} file={file} recordId={recordId} own={own} height={40} />
      ) : (
        <InsertDriveFileOutlinedIcon color="action" />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap>{file.name}</Typography>
        <Typography variant="caption" color="text.secondary">
          {formatSize(file.size)}
        </Typography>
      </Box>
    </>
  );
}

interface FileChooserProps {
  field: FieldOf<'file'> | FieldOf<'image'>;
  label: string;
  disabled: boolean;
  /** Name of the file being uploaded, or null. */
  sending: string | null;
  /** True if there is a file to remove. */
  hasFile: boolean;
  buttonRef(element: HTMLButtonElement | null): void;
  onChoose(file: File): void;
  onRemove(): void;
  onBlur(): void;
}

/** Buttons of a file input: choose or replace, and remove or cancel. */
function FileChooser(props: FileChooserProps) {
  const { field, label, disabled, sending, hasFile, buttonRef, onChoose, onRemove, onBlur } = props;
  const { translate } = useFormatContext();
  const input = useRef<HTMLInputElement>(null);
  const accept = field.type === 'image' ? IMAGE_TYPES : field.accept;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Lets the user choose the same file again after a failure.
    target.value = '';
    if (file) onChoose(file);
  };
  const limits = [accept && mediaTypeNames(accept), field.maxSize && `≤ ${formatSize(field.maxSize)}`].filter(Boolean);
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

/** A file uploaded from this page, so that it can be shown without fetching it again. */
interface SentFile {
  id: string;
  file: File;
}

/**
 * Checks a chosen file and uploads it. Until the server has it, the form's value is an `Unreadable`, so the form can't
 * be saved.
 */
function useUpload(field: FieldOf<'file'> | FieldOf<'image'>, change: (value: unknown) => void) {
  const context = useFormatContext();
  const { uploadFile } = useInputServices();
  const [sending, setSending] = useState<string | null>(null);
  const [local, setLocal] = useState<SentFile | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function send(file: File): Promise<void> {
    controller.current?.abort();
    const problem = checkValue(field, { id: '', name: file.name, size: file.size, media_type: file.type });
    if (problem !== null) {
      change(new Unreadable(file.name, problemText(problem, field, context)));
      return;
    }
    const mine = new AbortController();
    controller.current = mine;
    setSending(file.name);
    change(new Unreadable(file.name, 'errors.file_sending'));
    try {
      const value = await uploadFile(field.source, file, mine.signal);
      setLocal({ id: value.id, file });
      change(value);
    } catch (error) {
      // Another file has been chosen, or the upload has been cancelled. Otherwise, the page has been left.
      if (mine.signal.aborted && controller.current !== mine) return;
      const isLeft = mine.signal.aborted || !(error instanceof Error);
      change(new Unreadable(file.name, isLeft ? 'errors.file_not_sent' : errorText(error, context.translate)));
    } finally {
      if (controller.current === mine) setSending(null);
    }
  }

  return {
    /** Name of the file being uploaded, or null. */
    sending,
    local,
    send: (file: File) => void send(file),
    cancel() {
      controller.current?.abort();
      controller.current = null;
      setSending(null);
    },
  };
}

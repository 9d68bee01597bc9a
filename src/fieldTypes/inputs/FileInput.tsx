import { Box, FormHelperText, InputLabel, LinearProgress } from '@mui/material';
import { useId, useState, type DragEvent } from 'react';
import { isFileValue } from '#shared/declaration/fileValue.ts';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { useFormatContext } from '../FormatContext.ts';
import { ChosenFile } from './ChosenFile.tsx';
import type { FieldInputProps } from './FieldInputProps.ts';
import { FileChooser } from './FileChooser.tsx';
import { Unreadable } from './Unreadable.ts';
import { useBelowInput } from './useBelowInput.ts';
import { useBoundField } from './useBoundField.ts';
import { useUpload } from './useUpload.ts';

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

/** A file that is chosen or dropped and goes to the server at once; the record has it when the form is saved. */
export function FileInput({ field, label, disabled, recordId }: FieldInputProps<FieldOf<'file'> | FieldOf<'image'>>) {
  const { translate } = useFormatContext();
  const bound = useBoundField(field);
  const upload = useUpload(field, bound.change);
  const [isOver, setIsOver] = useState(false);
  const labelId = useId();
  const helpId = useId();
  const { value, stored } = bound;
  // A file that is refused says so at once, before anyone tries to save.
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
          {...{ field, label, disabled }}
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

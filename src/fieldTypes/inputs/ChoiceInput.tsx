import { MenuItem, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { useFormatContext } from '../FormatContext.ts';
import type { FieldInputProps } from './FieldInputProps.ts';
import { useBelowInput } from './useBelowInput.ts';
import type { BoundField } from './useBoundField.ts';

interface ChoiceInputProps extends Pick<FieldInputProps, 'field' | 'label' | 'disabled'> {
  bound: BoundField;
  /** '' for none. */
  value: string;
  onChoose(value: string): void;
  children: ReactNode[];
}

/** A list to choose from that opens; none of it can be chosen too, where the field may be empty. */
export function ChoiceInput({ field, label, disabled, bound, value, onChoose, children }: ChoiceInputProps) {
  const { translate } = useFormatContext();
  const below = useBelowInput(field, bound.problem);
  return (
    <TextField
      select
      fullWidth
      name={bound.name}
      label={label}
      required={field.required === true}
      disabled={disabled}
      value={value}
      inputRef={bound.ref}
      onChange={(event) => onChoose(event.target.value)}
      onBlur={bound.blur}
      error={bound.problem !== null}
      helperText={below}
      slotProps={{
        htmlInput: { required: false },
        select: { SelectDisplayProps: { 'aria-required': field.required === true } },
      }}
    >
      {field.required !== true && (
        <MenuItem value="" sx={{ color: 'text.secondary' }}>
          {translate('form.no_choice')}
        </MenuItem>
      )}
      {children}
    </TextField>
  );
}

import { TextField, Box, type TextFieldProps } from '@mui/material';
import type { InputHTMLAttributes, ReactNode } from 'react';
import WarningIcon from '@mui/icons-material/WarningAmber';
import type { FieldInputProps } from './FieldInputProps.ts';
import { useBelowInput, type BoundField } from './useBoundField.ts';

interface InputTextProps extends Pick<FieldInputProps, 'field' | 'label' | 'disabled'> {
  bound: BoundField;
  text: string;
  onText(text: string, input: HTMLInputElement | HTMLTextAreaElement): void;
  onBlur?: TextFieldProps['onBlur'];
  look?: Pick<TextFieldProps, 'type' | 'multiline' | 'minRows' | 'maxRows' | 'sx' | 'placeholder' | 'onFocus'>;
  htmlInput?: InputHTMLAttributes<HTMLInputElement>;
  /** Content at the end of the line. */
  end?: ReactNode;
  /** True to keep the label above the text even if the text is empty. */
  shrink?: boolean;
  /** Shown below the input if there is no problem and the field declares no help. */
  hint?: string;
  /** Shown below the input if there is no problem. It doesn't block the form. Null if there is none at present. */
  warning?: string | null;
}

/** Input for one or more lines of text. The line below always takes space, so that messages don't move the layout. */
export function InputText(props: InputTextProps) {
  const { field, label, disabled, bound, text, onText, onBlur, look, htmlInput, end, shrink = false, hint } = props;
  const { warning } = props;
  const below = useBelowInput(field, bound.problem, hint);
  return (
    <TextField
      {...look}
      fullWidth
      name={bound.name}
      label={label}
      required={field.required === true}
      disabled={disabled}
      value={text}
      inputRef={bound.ref}
      onChange={({ target }) => onText(target.value, target)}
      onBlur={(event) => {
        onBlur?.(event);
        bound.blur();
      }}
      error={bound.problem !== null}
      helperText={bound.problem === null && warning ? <InputWarning text={warning} /> : below}
      slotProps={{
        // The browser's own validation message would get in the way of the console's.
        htmlInput: { required: false, 'aria-required': field.required === true, ...htmlInput },
        input: { endAdornment: end },
        ...(warning !== undefined && { formHelperText: { 'aria-live': 'polite' } }),
        ...(shrink && { inputLabel: { shrink } }),
      }}
    />
  );
}

/** A warning that doesn't keep the form from being submitted. */
function InputWarning({ text }: { text: string }) {
  return (
    <Box component="span" sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start', color: 'text.primary' }}>
      <WarningIcon aria-hidden sx={{ fontSize: '1rem', flex: 'none', color: 'warning.main' }} />
      <span>{text}</span>
    </Box>
  );
}

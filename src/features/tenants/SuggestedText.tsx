import { Autocomplete, Box, TextField } from '@mui/material';
import { useEffect } from 'react';
import { useEvent } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { plainText } from '#shared/format/plainText.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import type { FieldInputProps } from '#console/fields/inputs/FieldInputProps.ts';
import { useBelowInput, useBoundField } from '#console/fields/inputs/useBoundField.ts';

export interface Suggestion {
  value: string;
  /** Shown beside the value. */
  about: string;
}

interface SuggestedTextProps extends FieldInputProps {
  suggestions: readonly Suggestion[];
  /** Default of a new record. */
  initial: string;
  /** True if the typed text matches the suggestion. */
  finds(suggestion: Suggestion, typed: string): boolean;
}

/** Text input that suggests known values while the user types. */
export function SuggestedText({ field, label, mode, disabled, suggestions, initial, finds }: SuggestedTextProps) {
  const { translate } = useFormatContext();
  const bound = useBoundField(field);
  const below = useBelowInput(field, bound.problem);
  const text = plainText(bound.value);
  const value = text === '' ? null : (suggestions.find((one) => one.value === text) ?? { value: text, about: '' });
  const { resetField } = useFormContext();
  // Only initially, so the user can empty it. It doesn't count as the user's change, so leaving doesn't ask.
  const begin = useEvent(() => {
    if (mode === 'create' && text === '') resetField(field.source, { defaultValue: initial });
  });
  useEffect(() => begin(), [begin]);
  return (
    <Autocomplete
      fullWidth
      size="small"
      disabled={disabled}
      value={value}
      options={value && !suggestions.includes(value) ? [value, ...suggestions] : [...suggestions]}
      getOptionLabel={(one) => one.value}
      getOptionKey={(one) => one.value}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      filterOptions={(all, { inputValue }) => (inputValue === text ? all : all.filter((one) => finds(one, inputValue)))}
      onChange={(_event, choice) => bound.change(choice?.value ?? null)}
      onBlur={bound.blur}
      disableClearable={field.required === true}
      noOptionsText={translate('form.no_match')}
      clearText={translate('form.clear')}
      openText={translate('form.open')}
      closeText={translate('form.close')}
      autoHighlight
      renderOption={({ key, ...props }, { value: name, about }) => (
        <Box component="li" key={key} {...props} sx={{ display: 'flex', gap: 2 }}>
          <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
            {name}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', textAlign: 'right' }}>
            {about}
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          name={bound.name}
          label={label}
          required={field.required === true}
          inputRef={bound.ref}
          error={bound.problem !== null}
          helperText={below}
          slotProps={{
            htmlInput: { ...params.inputProps, required: false, 'aria-required': field.required === true },
          }}
        />
      )}
    />
  );
}

import { Autocomplete, TextField, type AutocompleteProps } from '@mui/material';
import type { FieldInputProps } from './FieldInputProps.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useBelowInput, type BoundField } from './useBoundField.ts';

interface BoundAutocompleteProps<Option, FreeSolo extends boolean, Multiple extends boolean>
  extends
    Omit<AutocompleteProps<Option, Multiple, boolean, FreeSolo>, 'renderInput' | 'disableClearable' | 'onBlur'>,
    Pick<FieldInputProps, 'field' | 'label'> {
  bound: BoundField;
  /** Default: the form's. */
  problem?: string | null;
  /** Shown below the input if there is no problem and the field declares no help. */
  hint?: string | undefined;
}

/** MUI's Autocomplete as the input of a field. A required field can't be emptied. */
export function BoundAutocomplete<Option, FreeSolo extends boolean = false, Multiple extends boolean = false>({
  field,
  label,
  bound,
  problem = bound.problem,
  hint,
  ...props
}: BoundAutocompleteProps<Option, FreeSolo, Multiple>) {
  const { translate } = useFormatContext();
  const isRequired = field.required === true;
  const below = useBelowInput(field, problem, hint);
  return (
    <Autocomplete
      fullWidth
      size="small"
      disableClearable={isRequired}
      onBlur={bound.blur}
      autoHighlight={props.freeSolo !== true}
      noOptionsText={translate('form.no_match')}
      clearText={translate('form.clear')}
      openText={translate('form.open')}
      closeText={translate('form.close')}
      sx={props.multiple === true ? withChips : {}}
      {...props}
      renderInput={(params) => (
        <TextField
          {...params}
          name={bound.name}
          label={label}
          required={isRequired}
          inputRef={bound.ref}
          error={problem !== null}
          helperText={below}
          slotProps={{ htmlInput: { ...params.inputProps, required: false, 'aria-required': isRequired } }}
        />
      )}
    />
  );
}

/** Without the space, chips would touch the label. */
const withChips = {
  '& .MuiOutlinedInput-root.MuiInputBase-sizeSmall:has(.MuiAutocomplete-tag)': {
    paddingBlock: '4px',
    '& .MuiAutocomplete-input': { paddingBlock: '2px' },
  },
};

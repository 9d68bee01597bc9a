import { Autocomplete, TextField } from '@mui/material';
import { plainText } from '#shared/format/plainText.ts';
import { addressOf, isExternalAddress } from '#shared/menus/menuAddress.ts';
import { opens } from '#shared/menus/redirects.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { FieldInputProps } from '#console/fieldTypes/inputs/FieldInputProps.ts';
import { useBelowInput } from '#console/fieldTypes/inputs/useBelowInput.ts';
import { useBoundField } from '#console/fieldTypes/inputs/useBoundField.ts';
import { useTypedEntry } from './useTypedEntry.ts';

/** Where an entry leads instead of to a page: an address of the menu, or another site's. */
export function MenuRedirectInput({ field, label, disabled, recordId }: FieldInputProps) {
  const { translate } = useFormatContext();
  const bound = useBoundField(field);
  const below = useBelowInput(field, bound.problem);
  const { entry, outline } = useTypedEntry(recordId);
  const value = plainText(bound.value);
  const addresses = outline.entries
    .filter((one) => one.id !== entry.id && !isExternalAddress(one.url_name) && opens(one, outline.entries))
    .map((one) => addressOf(one, outline.entries));
  return (
    <Autocomplete
      freeSolo
      fullWidth
      size="small"
      disabled={disabled}
      options={[...new Set(addresses)].toSorted()}
      inputValue={value}
      value={value}
      onInputChange={(_event, text) => {
        if (text.trim() !== value) bound.change(text.trim() || null);
      }}
      onBlur={bound.blur}
      clearText={translate('form.clear')}
      renderInput={(params) => (
        <TextField
          {...params}
          name={bound.name}
          label={label}
          inputRef={bound.ref}
          error={bound.problem !== null}
          helperText={below}
        />
      )}
    />
  );
}

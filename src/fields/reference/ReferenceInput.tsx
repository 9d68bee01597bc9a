import { Autocomplete, TextField } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import { useSettled } from '#console/ui/useSettled.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { useInputServices } from '../inputs/InputServices.ts';
import { useBelowInput, useBoundField } from '../inputs/useBoundField.ts';

/** Pause in typing before the search, in milliseconds. */
const PAUSE_MS = 250;

/** Input for another resource's record, found by the beginning of its name or number. */
export function ReferenceInput({ field, label, disabled }: FieldInputProps<FieldOf<'reference'>>) {
  const { translate } = useFormatContext();
  const { searchReference, nameReference } = useInputServices();
  const bound = useBoundField(field);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, PAUSE_MS);
  const { reference } = field;
  const found = useQuery({
    queryKey: [reference, 'search', search],
    queryFn: open ? ({ signal }) => searchReference(reference, search, signal) : skipToken,
  });
  const choices = found.data ?? [];
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const id = plainText(bound.value);
  const known = chosen?.id === id ? chosen : choices.find((choice) => choice.id === id);
  const { data: name } = useQuery({
    queryKey: [reference, 'name', id],
    queryFn: id === '' || known ? skipToken : ({ signal }) => nameReference(reference, id, signal),
  });
  const value = id === '' ? null : (known ?? { id, name: name ?? '…' });
  const isLoading = found.isFetching || search !== typed;
  const below = useBelowInput(field, bound.problem);
  return (
    <Autocomplete
      fullWidth
      size="small"
      disabled={disabled}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      value={value}
      options={isLoading ? [] : [...choices]}
      // The server has already filtered.
      filterOptions={(all) => all}
      getOptionLabel={(choice) => choice.name}
      getOptionKey={(choice) => choice.id}
      isOptionEqualToValue={(choice, other) => choice.id === other.id}
      onChange={(_event, choice) => {
        setChosen(choice);
        bound.change(choice?.id ?? null);
      }}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      onBlur={bound.blur}
      disableClearable={field.required === true}
      loading={isLoading}
      loadingText={translate('form.searching')}
      noOptionsText={translate(found.isError ? 'form.search_failed' : 'form.no_match')}
      clearText={translate('form.clear')}
      openText={translate('form.open')}
      closeText={translate('form.close')}
      autoHighlight
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

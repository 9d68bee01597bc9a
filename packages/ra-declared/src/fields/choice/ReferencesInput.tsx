import { Autocomplete, Box, TextField } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldOf } from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { type FoundRecord, useInputServices } from '../inputs/InputServices.ts';
import { useBelowInput, useBoundField } from '../inputs/useBoundField.ts';
import { useReferenceSearch } from './useReferenceSearch.ts';

const ALL = {};

/** Input for several records of another resource, each found by words of its searched fields. */
export function ReferencesInput({ field, label, disabled }: FieldInputProps<FieldOf<'references'>>) {
  const { reference } = field;
  const { translate } = useFormatContext();
  const { NewRecord, findReferences } = useInputServices();
  const bound = useBoundField(field);
  const { props: searching } = useReferenceSearch(reference, ALL);
  const [chosen, setChosen] = useState<readonly FoundRecord[]>([]);
  const ids = Array.isArray(bound.value) ? bound.value.map(String) : [];
  const unknown = ids.filter((id) => !chosen.some((one) => one.id === id));
  const { data: stored = [] } = useQuery({
    queryKey: [reference, 'found', unknown],
    queryFn: unknown.length === 0 ? skipToken : ({ signal }) => findReferences(reference, unknown, signal),
  });
  const value = ids.map((id) => [...chosen, ...stored].find((one) => one.id === id) ?? { id, name: '…', record: {} });
  const choose = (records: readonly FoundRecord[]) => {
    setChosen(records);
    bound.change(records.length === 0 ? null : records.map(({ id }) => id));
  };
  const isRequired = field.required === true;
  const below = useBelowInput(field, bound.problem);
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
      <Autocomplete
        multiple
        fullWidth
        size="small"
        disableCloseOnSelect
        filterSelectedOptions
        autoHighlight
        {...searching}
        disabled={disabled}
        value={value}
        onChange={(_event, records) => choose(records)}
        onBlur={bound.blur}
        clearText={translate('form.clear')}
        openText={translate('form.open')}
        closeText={translate('form.close')}
        slotProps={{ paper: { role: 'region', 'aria-label': label } }}
        renderInput={(params) => (
          <TextField
            {...params}
            name={bound.name}
            label={label}
            required={isRequired}
            inputRef={bound.ref}
            error={bound.problem !== null}
            helperText={below}
            slotProps={{ htmlInput: { ...params.inputProps, required: false, 'aria-required': isRequired } }}
          />
        )}
      />
      {field.new === true && (
        <NewRecord reference={reference} disabled={disabled} onCreated={(record) => choose([...value, record])} />
      )}
    </Box>
  );
}

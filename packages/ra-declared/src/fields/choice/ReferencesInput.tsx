import { Box } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldOf } from '@merchant-console/declaration';
import { BoundAutocomplete } from '../inputs/BoundAutocomplete.tsx';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { type FoundRecord, useInputServices } from '../inputs/InputServices.ts';
import { useBoundField } from '../inputs/useBoundField.ts';
import { useReferenceSearch } from './useReferenceSearch.ts';

const ALL = {};

/** Input for several records of another resource, each found by words of its searched fields. */
export function ReferencesInput({ field, label, disabled }: FieldInputProps<FieldOf<'references'>>) {
  const { reference } = field;
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
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
      <BoundAutocomplete<FoundRecord, false, true>
        multiple
        disableCloseOnSelect
        filterSelectedOptions
        {...searching}
        field={field}
        label={label}
        bound={bound}
        disabled={disabled}
        value={value}
        onChange={(_event, records) => choose(records)}
        slotProps={{ paper: { role: 'region', 'aria-label': label } }}
      />
      {field.new === true && (
        <NewRecord reference={reference} disabled={disabled} onCreated={(record) => choose([...value, record])} />
      )}
    </Box>
  );
}

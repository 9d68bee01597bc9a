import { Box, ListItemText } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Filter } from '@merchant-console/protocol';
import { type FieldOf, plainText } from '@merchant-console/declaration';
import { withReason } from '../../ui/form/withReason.ts';
import type { FieldRecord } from '../FieldTypeDefinition.ts';
import { BoundAutocomplete } from '../inputs/BoundAutocomplete.tsx';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { useInputServices, type FoundRecord } from '../inputs/InputServices.ts';
import { useBoundField } from '../inputs/useBoundField.ts';
import { useReferenceSearch } from './useReferenceSearch.ts';

interface ReferenceInputProps extends FieldInputProps<FieldOf<'reference'>> {
  /** Which records are offered. */
  filter?: Filter;
  /** What a record's name doesn't tell of it; null if there is nothing. */
  detailOf?(record: FieldRecord): ChoiceDetail | null;
  /** The server's objection to the chosen record, or null. */
  refusal?: string | null;
}

export interface ChoiceDetail {
  text: string;
  /** True if the record can't be chosen, for the reason in `text`. */
  isRefused: boolean;
}

const ALL: Filter = {};

/** Input for another resource's record, found by words of its searched fields. */
export function ReferenceInput({
  field,
  label,
  disabled,
  filter = ALL,
  detailOf,
  refusal = null,
}: ReferenceInputProps) {
  const { NewRecord, findReferences } = useInputServices();
  const bound = useBoundField(field);
  const { reference } = field;
  const { choices, props: searching } = useReferenceSearch(reference, filter);
  const [chosen, setChosen] = useState<FoundRecord | null>(null);
  const id = plainText(bound.value);
  const known = chosen?.id === id ? chosen : choices.find((choice) => choice.id === id);
  const { data: stored } = useQuery({
    queryKey: [reference, 'found', id],
    queryFn: id === '' || known ? skipToken : async ({ signal }) => (await findReferences(reference, [id], signal))[0],
  });
  const value = id === '' ? null : (known ?? stored ?? { id, name: '…', record: {} });
  const detail = value && detailOf ? detailOf(value.record) : null;
  const problem = bound.problem ?? refusal ?? (detail?.isRefused ? detail.text : null);
  const choose = (choice: FoundRecord | null) => {
    setChosen(choice);
    bound.change(choice?.id ?? null);
  };
  const input = (
    <BoundAutocomplete
      field={field}
      label={label}
      bound={bound}
      problem={problem}
      hint={detail?.text}
      disabled={disabled}
      {...searching}
      value={value}
      getOptionDisabled={({ record }) => detailOf?.(record)?.isRefused ?? false}
      onChange={(_event, choice) => choose(choice)}
      renderOption={({ key, ...option }, { name, record }) => (
        <li key={key} {...option}>
          {detailOf ? <ListItemText primary={name} secondary={detailOf(record)?.text} sx={{ my: 0 }} /> : name}
        </li>
      )}
      // Within a landmark, as everything on a page.
      slotProps={{ paper: { role: 'region', 'aria-label': label }, listbox: { sx: { '&& > li': withReason } } }}
    />
  );
  if (field.new !== true) return input;
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
      {input}
      <NewRecord reference={reference} disabled={disabled} onCreated={choose} />
    </Box>
  );
}

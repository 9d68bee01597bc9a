import { Box, ListItemText } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Filter } from '@merchant-console/protocol';
import { type FieldOf, plainText } from '@merchant-console/declaration';
import { useSettled } from '../../ui/useSettled.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { withReason } from '../../ui/form/withReason.ts';
import type { FieldRecord } from '../FieldTypeDefinition.ts';
import { BoundAutocomplete } from '../inputs/BoundAutocomplete.tsx';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { useInputServices, type FoundRecord } from '../inputs/InputServices.ts';
import { useBoundField } from '../inputs/useBoundField.ts';

/** Pause in typing before the search, in milliseconds. */
const PAUSE_MS = 250;

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
  const { translate } = useFormatContext();
  const { NewRecord, searchReference, findReference } = useInputServices();
  const bound = useBoundField(field);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, PAUSE_MS);
  const { reference } = field;
  const found = useQuery({
    queryKey: [reference, 'search', search, filter],
    queryFn: open ? ({ signal }) => searchReference(reference, search, filter, signal) : skipToken,
  });
  const choices = found.data ?? [];
  const [chosen, setChosen] = useState<FoundRecord | null>(null);
  const id = plainText(bound.value);
  const known = chosen?.id === id ? chosen : choices.find((choice) => choice.id === id);
  const { data: stored } = useQuery({
    queryKey: [reference, 'found', id],
    queryFn: id === '' || known ? skipToken : ({ signal }) => findReference(reference, id, signal),
  });
  const value = id === '' ? null : (known ?? stored ?? { id, name: '…', record: {} });
  const isLoading = found.isFetching || search !== typed;
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
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      value={value}
      options={isLoading ? [] : [...choices]}
      // The server has already filtered.
      filterOptions={(all) => all}
      getOptionLabel={(choice) => choice.name}
      getOptionKey={(choice) => choice.id}
      getOptionDisabled={({ record }) => detailOf?.(record)?.isRefused ?? false}
      isOptionEqualToValue={(choice, other) => choice.id === other.id}
      onChange={(_event, choice) => choose(choice)}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      loading={isLoading}
      loadingText={translate('form.searching')}
      noOptionsText={translate(found.isError ? 'form.search_failed' : 'form.no_match')}
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

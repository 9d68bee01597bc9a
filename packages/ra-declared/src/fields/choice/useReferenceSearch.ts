import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Filter } from '@merchant-console/protocol';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useSettled } from '../../ui/useSettled.ts';
import { type FoundRecord, useInputServices } from '../inputs/InputServices.ts';

/** Pause in typing before the search, in milliseconds. */
const PAUSE_MS = 250;

const NONE: readonly FoundRecord[] = [];

/** Searches records for MUI's Autocomplete while its list is open. */
export function useReferenceSearch(reference: string, filter: Filter) {
  const { translate } = useFormatContext();
  const { searchReference } = useInputServices();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, PAUSE_MS);
  const found = useQuery({
    queryKey: [reference, 'search', search, filter],
    queryFn: open ? ({ signal }) => searchReference(reference, search, filter, signal) : skipToken,
  });
  const loading = found.isFetching || search !== typed;
  const choices = found.data ?? NONE;
  return {
    choices,
    /** Props of the Autocomplete. */
    props: {
      open,
      onOpen: () => setOpen(true),
      onClose: () => setOpen(false),
      options: loading ? [] : [...choices],
      // The server has already filtered.
      filterOptions: (all: FoundRecord[]) => all,
      getOptionLabel: (choice: FoundRecord) => choice.name,
      getOptionKey: (choice: FoundRecord) => choice.id,
      isOptionEqualToValue: (choice: FoundRecord, other: FoundRecord) => choice.id === other.id,
      onInputChange: (_event: unknown, text: string, reason: string) => setTyped(reason === 'input' ? text : ''),
      loading,
      loadingText: translate('form.searching'),
      noOptionsText: translate(found.isError ? 'form.search_failed' : 'form.no_match'),
    },
  };
}

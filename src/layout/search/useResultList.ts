import { useAutocomplete } from '@mui/material';
import type { SearchResult } from './SearchResult.ts';

interface ResultListOptions {
  results: readonly SearchResult[];
  query: string;
  onQuery: (query: string) => void;
  onChoose: (result: SearchResult) => void;
  onEscape: () => void;
}

const all = (results: SearchResult[]) => results;

/** A text field over the results of its text, the first of which Enter takes. */
export function useResultList({ results, query, onQuery, onChoose, onEscape }: ResultListOptions) {
  return useAutocomplete({
    options: results,
    open: true,
    autoHighlight: true,
    value: null,
    inputValue: query,
    // What was searched for already is not filtered again.
    filterOptions: all,
    groupBy: ({ group }: SearchResult) => group,
    getOptionKey: ({ key }: SearchResult) => key,
    getOptionLabel: ({ title }: SearchResult) => title,
    clearOnBlur: false,
    // Both are for the caret.
    handleHomeEndKeys: false,
    onInputChange: (_event, text, reason) => reason === 'input' && onQuery(text),
    onChange: (_event, result) => result && onChoose(result),
    onClose: (_event, reason) => reason === 'escape' && onEscape(),
  });
}
export type ResultListState = ReturnType<typeof useResultList>;

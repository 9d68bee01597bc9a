import SearchIcon from '@mui/icons-material/Search';
import { InputAdornment, OutlinedInput } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { MAX_FILTER_LENGTH } from '#console/fieldTypes/filters/filterLength.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

/** Long enough not to ask at each key, short enough not to be felt as waiting. */
const PAUSE_MS = 250;

interface SearchBoxProps {
  /** The text that the list is narrowed by. */
  value: string;
  onSearch(text: string): void;
}

/** One box for every number and name of a record; asks after a pause in typing, or at once by Enter. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const { translate } = useFormatContext();
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  // A value that is not the echo of what was sent comes from elsewhere, such as "Clear filters" or the Back button.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  const search = () => {
    if (text.trim() === sent) return;
    setSent(text.trim());
    onSearch(text.trim());
  };
  const searchAfterPause = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => searchAfterPause(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <OutlinedInput
        type="search"
        size="small"
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={translate('list.search_hint')}
        inputProps={{ 'aria-label': translate('list.search'), maxLength: MAX_FILTER_LENGTH }}
        startAdornment={
          <InputAdornment position="start">
            <SearchIcon sx={{ fontSize: 18 }} />
          </InputAdornment>
        }
        sx={{ width: { xs: '100%', sm: 280 }, height: 32, fontSize: '0.8125rem', backgroundColor: 'background.paper' }}
      />
    </form>
  );
}

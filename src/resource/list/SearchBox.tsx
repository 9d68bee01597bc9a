import SearchIcon from '@mui/icons-material/Search';
import { Box } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { MAX_FILTER_LENGTH } from '#console/fields/filters/filterValues.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';

/**
 * Pause in typing before the search, in milliseconds. Long enough not to search at each key, short enough not to be
 * noticed.
 */
const PAUSE_MS = 250;

interface SearchBoxProps {
  /** The list's current search text. */
  value: string;
  /** Names of the fields that are searched. */
  placeholder: string;
  onSearch(text: string): void;
}

/** Search box for all numbers and names of a record. Searches after a pause in typing, or immediately on Enter. */
export function SearchBox({ value, placeholder, onSearch }: SearchBoxProps) {
  const { translate } = useFormatContext();
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  // A value that isn't the one last sent comes from elsewhere, such as "Clear filters" or the Back button.
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
      aria-label={translate('list.search')}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <Box sx={box}>
        <SearchIcon />
        <input
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={placeholder}
          title={placeholder}
          aria-label={translate('list.search')}
          maxLength={MAX_FILTER_LENGTH}
        />
      </Box>
    </form>
  );
}

const box = {
  display: 'flex',
  alignItems: 'center',
  width: { xs: '100%', sm: 280 },
  height: 'var(--tool-height, 32px)',
  border: 1,
  borderColor: 'action.disabled',
  borderRadius: 1,
  backgroundColor: 'background.paper',
  '&:hover': { borderColor: 'text.secondary' },
  '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-1px' },
  '& > svg': { flex: 'none', mx: 1, fontSize: 18, color: 'text.secondary' },
  '& > input': {
    flex: 1,
    minWidth: 0,
    height: '100%',
    textOverflow: 'ellipsis',
    p: 0,
    pr: 1,
    border: 0,
    outline: 0,
    font: 'inherit',
    fontSize: '0.8125rem',
    color: 'inherit',
    backgroundColor: 'transparent',
    // Phones zoom into an input whose text is smaller than 16 px.
    '@media (pointer: coarse)': { fontSize: '1rem' },
    '&::placeholder': { color: 'text.secondary', opacity: 1 },
  },
};

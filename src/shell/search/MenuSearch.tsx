import Search from '@mui/icons-material/Search';
import { Box, IconButton } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { lazy, prefetchOn } from '@merchant-console/ra-declared/internal';

const SearchField = lazy(async () => (await import('./SearchField.tsx')).SearchField);

/** The header's magnifier button, which opens a search field beside it. */
export function MenuSearch() {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  /** Closes the field and takes the focus back, which would be lost with the field. */
  function leave(): void {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <Box
      role="search"
      aria-label={translate('shell.search_menu')}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      sx={{ display: 'flex', alignItems: 'center', flexShrink: 0 }}
    >
      {isOpen && <SearchField onClose={leave} onClickAway={() => setOpen(false)} />}
      <IconButton
        ref={button}
        aria-label={translate('shell.search_menu')}
        aria-expanded={isOpen}
        title={isOpen ? undefined : translate('palette.tip', { keys: paletteKeys(navigator) })}
        onClick={() => setOpen(!isOpen)}
        {...prefetchOn(SearchField)}
        sx={{ color: 'text.secondary' }}
      >
        <Search fontSize="small" />
      </IconButton>
    </Box>
  );
}

/** Name of the palette's shortcut on the user's system. */
function paletteKeys({ userAgent }: Pick<Navigator, 'userAgent'>): string {
  return /Mac/.test(userAgent) ? '⌘K' : 'Ctrl+K';
}

import { Box, ClickAwayListener, InputBase, keyframes, Paper, Typography, type Theme } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ResultList, useResultList } from './ResultList.tsx';
import { pageResult, useMenuSearch } from './useMenuSearch.ts';
import { recordResult, useFoundRecords } from './useFoundRecords.ts';
import { useLabel } from '../useLabel.ts';

/** Width of the field in pixels (set by the spec). */
const WIDTH = 210;
const slideOpen = keyframes({ from: { width: 0 }, to: { width: WIDTH } });

interface SearchFieldProps {
  onClose: () => void;
  /** Called after a press outside the field, including on the button that opened it. */
  onClickAway: () => void;
}

/** Field that searches the pages of the menu, and records by their number. */
export function SearchField({ onClose, onClickAway }: SearchFieldProps) {
  const translate = useTranslate();
  const search = useMenuSearch();
  const [query, setQuery] = useState('');
  const label = useLabel();
  const { records, isPending } = useFoundRecords(query);
  const results = useMemo(
    () => [
      ...search(query).map((entry) => pageResult(entry, '')),
      ...records.map((record) => recordResult(record, translate('finder.records'), label)),
    ],
    [search, query, records, translate, label],
  );
  const { list, root, input } = useResultList({ results, isPending, query, onQuery: setQuery, onClose });
  const { ref, ...inputProps } = input;
  const name = translate('shell.search_menu');
  return (
    <ClickAwayListener onClickAway={onClickAway}>
      <Box
        {...root}
        sx={{
          position: 'relative',
          width: WIDTH,
          ml: 1,
          animation: `${slideOpen} 0.2s`,
          '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
        }}
      >
        <InputBase
          autoFocus
          fullWidth
          inputRef={ref}
          inputProps={{ ...inputProps, 'aria-label': name }}
          placeholder={translate('finder.placeholder')}
          sx={fieldStyles}
        />
        {query.trim() !== '' && (
          <Paper elevation={8} sx={popupStyles}>
            <ResultList list={list} label={name} sx={{ maxHeight: 'min(420px, calc(100dvh - 80px))' }} />
            {results.length === 0 && (
              <Typography role="status" color="text.secondary" sx={{ px: 2, py: 1 }}>
                {translate(isPending ? 'finder.searching' : 'finder.nothing')}
              </Typography>
            )}
          </Paper>
        )}
      </Box>
    </ClickAwayListener>
  );
}

/** A line under the field that becomes thicker with the focus without changing the layout. */
const fieldStyles = {
  px: 0.5,
  boxShadow: (theme: Theme) => `inset 0 -1px ${theme.palette.text.secondary}`,
  '&.Mui-focused': { boxShadow: (theme: Theme) => `inset 0 -2px ${theme.palette.primary.main}` },
} as const;

const popupStyles = {
  position: 'absolute',
  insetInlineEnd: 0,
  top: 'calc(100% + 8px)',
  zIndex: 'modal',
  minWidth: WIDTH,
  width: 'max-content',
  maxWidth: 'min(420px, calc(100vw - 32px))',
  overflow: 'hidden',
} as const;

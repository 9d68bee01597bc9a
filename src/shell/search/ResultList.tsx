import OpenInNew from '@mui/icons-material/OpenInNewOutlined';
import { Box, ListSubheader, Typography, useAutocomplete, type SxProps, type Theme } from '@mui/material';
import { useId, useCallback, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { menuIcon } from '#console/ui/menuIcons.ts';
import type { SearchResult } from './useMenuSearch.ts';

const optionStyles: SxProps<Theme> = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 36,
  px: 2,
  py: 0.75,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  '& svg': { flexShrink: 0, fontSize: 20, color: 'text.secondary' },
  '&.Mui-focused': (theme) => ({
    backgroundColor: theme.palette.action.selected,
    boxShadow: `inset 3px 0 ${theme.palette.primary.main}`,
  }),
  // Grey text is too faint on the ground of the focused result.
  '&.Mui-focused .MuiTypography-root': { color: 'text.primary' },
};

interface ResultListProps {
  list: ResultListState;
  /** Accessible name of the list. */
  label: string;
  sx: SxProps<Theme>;
}

/** Results below a search field, grouped under headings. */
export function ResultList({ list, label, sx }: ResultListProps) {
  if (list.groupedOptions.length === 0) return null;
  return (
    <Box
      component="ul"
      {...list.getListboxProps()}
      aria-labelledby={undefined}
      aria-label={label}
      sx={[listStyles, sx].flat()}
    >
      {list.groupedOptions.map(({ key, group, index, options }) => (
        <Group key={key} name={group}>
          {options.map((option, at) => {
            const { key: optionKey, ...props } = list.getOptionProps({ option, index: index + at });
            return (
              <Box component="li" key={optionKey} {...props} sx={optionStyles}>
                <Result result={option} />
              </Box>
            );
          })}
        </Group>
      ))}
    </Box>
  );
}

const plainList = { m: 0, p: 0, listStyle: 'none' } as const;
const listStyles = { ...plainList, py: 0.5, overflowY: 'auto', overscrollBehavior: 'contain' } as const;

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  if (name === '') return children;
  return (
    <li role="presentation">
      <ListSubheader component="div" id={id} disableSticky sx={{ lineHeight: 2.5, px: 2, background: 'none' }}>
        {name}
      </ListSubheader>
      <Box component="ul" role="group" aria-labelledby={id} sx={plainList}>
        {children}
      </Box>
    </li>
  );
}

function Result({ result: { title, detail, icon, isExternal } }: { result: SearchResult }) {
  const Icon = menuIcon(icon);
  return (
    <>
      <Icon />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {title}
        {detail !== '' && (
          <Typography variant="body2" color="text.secondary">
            {detail}
          </Typography>
        )}
      </Box>
      {isExternal && <OpenInNew />}
    </>
  );
}

interface ResultListOptions {
  results: readonly SearchResult[];
  query: string;
  onQuery: (query: string) => void;
  onChoose: (result: SearchResult) => void;
  onEscape: () => void;
}

const all = (results: SearchResult[]) => results;

/** State of a text field with a list of its results. Enter chooses the first. */
export function useResultList({ results, query, onQuery, onChoose, onEscape }: ResultListOptions) {
  return useAutocomplete({
    options: results,
    open: true,
    autoHighlight: true,
    value: null,
    inputValue: query,
    // The results are already filtered.
    filterOptions: all,
    groupBy: ({ group }: SearchResult) => group,
    getOptionKey: ({ key }: SearchResult) => key,
    getOptionLabel: ({ title }: SearchResult) => title,
    clearOnBlur: false,
    // Home and End move the caret.
    handleHomeEndKeys: false,
    onInputChange: (_event, text, reason) => reason === 'input' && onQuery(text),
    onChange: (_event, result) => result && onChoose(result),
    onClose: (_event, reason) => reason === 'escape' && onEscape(),
  });
}
type ResultListState = ReturnType<typeof useResultList>;

/** Opens a result. Other sites open in a new browser tab. */
export function useOpenResult(): (result: Pick<SearchResult, 'to' | 'isExternal'>) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ to, isExternal }) => {
      if (isExternal) window.open(to, '_blank', 'noopener,noreferrer');
      // The open page stays as it is, with its filters and unsaved input.
      else if (to !== window.location.pathname) void navigate(to);
    },
    [navigate],
  );
}

import OpenInNew from '@mui/icons-material/OpenInNewOutlined';
import { Box, ListSubheader, Typography, useAutocomplete, type SxProps, type Theme } from '@mui/material';
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
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

function Result({ result: { title, detail, Icon, opens } }: { result: SearchResult }) {
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
      {'isExternal' in opens && opens.isExternal && <OpenInNew />}
    </>
  );
}

interface ResultListOptions {
  results: readonly SearchResult[];
  /** True if the server hasn't answered yet. */
  isPending: boolean;
  query: string;
  onQuery: (query: string) => void;
  /** Called on Escape and before a result opens. */
  onClose: () => void;
}

const all = (results: SearchResult[]) => results;

/** A search field with a list of its results: props of the field, of the box around both, and the list's state. Enter opens the first. */
export function useResultList({ results, isPending, query, onQuery, onClose }: ResultListOptions) {
  const openResult = useOpenResult();
  function choose(result: SearchResult): void {
    onClose();
    openResult(result);
  }
  const list = useAutocomplete({
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
    onChange: (_event, result) => result && choose(result),
    onClose: (_event, reason) => reason === 'escape' && onClose(),
  });
  const onEnter = useHurriedEnter({ query, results, isPending, choose });
  const { onMouseDown: _, ...root } = list.getRootProps({
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && onEnter(),
  });
  return { list, root, input: list.getInputProps() };
}
type ResultListState = ReturnType<typeof useResultList>['list'];

/** Opens a result, or runs its action. Other sites open in a new browser tab. */
function useOpenResult(): (result: SearchResult) => void {
  const navigate = useNavigate();
  return ({ opens }) => {
    if (typeof opens === 'function') {
      opens();
      return;
    }
    const { to, isExternal } = opens;
    if (isExternal) window.open(to, '_blank', 'noopener,noreferrer');
    // The open page stays as it is, with its filters and unsaved input.
    else if (to !== window.location.pathname) void navigate(to);
  };
}

interface HurriedEnterOptions {
  query: string;
  results: readonly SearchResult[];
  isPending: boolean;
  choose: (result: SearchResult) => void;
}

/**
 * Handles Enter before the server has answered, for example after a number was pasted: the record with exactly that
 * number opens once it is found.
 *
 * @returns call it at each Enter
 */
function useHurriedEnter({ query, results, isPending, choose }: HurriedEnterOptions): () => void {
  const [wanted, setWanted] = useState<string | null>(null);
  const exact = wanted === query && !isPending ? results.find(({ title }) => title === query.trim()) : undefined;
  const isDue = exact !== undefined;
  const open = useEffectEvent(() => exact && choose(exact));
  useEffect(() => {
    if (isDue) open();
  }, [isDue]);
  return () => {
    if (isPending && results.length === 0) setWanted(query);
  };
}

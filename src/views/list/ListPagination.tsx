import { Box, Typography } from '@mui/material';
import usePagination from '@mui/material/usePagination';
import { memo, useRef } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useKeptFocus } from '#console/interaction/useKeptFocus.ts';
import { lastPage } from './lastPage.ts';
import type { ListParams, PageSize } from './listParams.ts';
import { PageSizeSelect } from './PageSizeSelect.tsx';
import { shownRange } from './shownRange.ts';

/** Signs of the buttons that bear no number. */
const SIGNS: Record<string, string> = { first: '«', previous: '‹', next: '›', last: '»' };

interface ListPaginationProps {
  params: ListParams;
  total: number;
  onChange(params: Pick<ListParams, 'page' | 'perPage'>): void;
}

/** Which rows of how many are shown, how many a page has, and the way to other pages. */
export const ListPagination = memo(function ListPagination({ params, total, onChange }: ListPaginationProps) {
  const { page, perPage } = params;
  const { translate } = useFormatContext();
  const list = useRef<HTMLUListElement>(null);
  const onFocus = useKeptFocus(() => list.current?.querySelector<HTMLElement>('[aria-current]'));
  const { items } = usePagination({
    count: lastPage(total, perPage),
    page,
    showFirstButton: true,
    showLastButton: true,
    onChange: (_event, to) => onChange({ page: to, perPage }),
  });
  const labelOf = (type: string, to: string) =>
    type === 'page' ? translate('list.to_page', { page: to }) : translate(`list.${type}_page`);
  /** The page that shows most of the same rows, or the last one where that is past the end. */
  const resize = (size: PageSize) => onChange({ page: Math.min(page, lastPage(total, size)), perPage: size });
  return (
    <Box component="nav" aria-label={translate('shell.pagination')} sx={bar}>
      <PageSizeSelect value={perPage} onChange={resize} />
      <Typography
        variant="body2"
        color="text.secondary"
        sx={{ fontVariantNumeric: 'tabular-nums', mr: { sm: 'auto' }, ml: { xs: 'auto', sm: 0 } }}
      >
        {translate('list.range', shownRange(params, total))}
      </Typography>
      <Box component="ul" ref={list} onFocus={onFocus} sx={pages}>
        {items.map(({ page: to, type, selected, disabled, onClick }, index) => (
          <li key={index}>
            {type.endsWith('ellipsis') ? (
              <span>…</span>
            ) : (
              <button
                type="button"
                aria-current={selected ? 'page' : undefined}
                aria-label={labelOf(type, String(to))}
                disabled={disabled}
                onClick={onClick}
              >
                {SIGNS[type] ?? to}
              </button>
            )}
          </li>
        ))}
      </Box>
    </Box>
  );
});

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  px: 2,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
};

const pages = {
  display: 'flex',
  flexWrap: 'wrap',
  mx: { xs: 'auto', sm: 0 },
  p: 0,
  m: 0,
  listStyle: 'none',
  '& span, & button': {
    ...{ display: 'inline-grid', placeItems: 'center', minWidth: 28, height: 28, px: 0.75, mx: '2px' },
    ...{ font: 'inherit', fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums', color: 'text.primary' },
    ...{ border: 0, borderRadius: 1, backgroundColor: 'transparent' },
  },
  '& button': {
    cursor: 'pointer',
    '&:hover': { backgroundColor: 'action.hover' },
    '&:disabled': { color: 'text.disabled', backgroundColor: 'transparent', cursor: 'default' },
    '&[aria-current]': { backgroundColor: 'action.selected', fontWeight: 600 },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-1px' },
  },
};

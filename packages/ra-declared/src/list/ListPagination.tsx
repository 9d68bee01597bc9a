import { Box, Typography } from '@mui/material';
import usePagination from '@mui/material/usePagination';
import { memo, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useListContext, useListPaginationContext, type PaginationPayload } from 'react-admin';
import { formatCount } from '@merchant-console/declaration';
import { SelectButton } from '../fields/choice/SelectButton.tsx';
import { useFormatContext } from '../ui/FormatContext.ts';
import { useApproach } from '../ui/loading/useApproach.ts';
import { useKeptFocus } from '../ui/useKeptFocus.ts';
import { visuallyHidden } from '../ui/visuallyHidden.ts';
import { PAGE_SIZES, lastPage, type PageSize } from './listParams.ts';
import { useListFilter } from './useListFilter.ts';

/** Symbols of the buttons without a number. */
const SIGNS: Record<string, string> = { first: '«', previous: '‹', next: '›', last: '»' };

interface ListPaginationProps {
  /** Called when other rows have been requested. */
  onTurn?: () => void;
  /** Called with a page number when the pointer rests on its button. */
  onApproach?: (page: number) => void;
}

/** Range and total of the rows, page size, and buttons for other pages. Renders nothing if there are no rows. */
export const ListPagination = memo(function ListPagination({ onTurn, onApproach }: ListPaginationProps) {
  const { page, perPage, total = 0, setPage, setPerPage } = useListPaginationContext();
  const { translate } = useFormatContext();
  const list = useRef<HTMLUListElement>(null);
  const approach = useApproach<number>((to) => onApproach?.(to));
  const onFocus = useKeptFocus(() => list.current?.querySelector<HTMLElement>('[aria-current]'));
  const { items } = usePagination({
    count: lastPage(total, perPage),
    page,
    showFirstButton: true,
    showLastButton: true,
    onChange(_event, to) {
      if (to === page) return;
      setPage(to);
      onTurn?.();
    },
  });
  const labelOf = (type: string, to: string) =>
    type === 'page' ? translate('list.to_page', { page: to }) : translate(`list.${type}_page`);
  const resize = (size: number) => {
    setPerPage(size);
    onTurn?.();
  };
  if (total === 0) return null;
  return (
    <Box component="nav" aria-label={translate('shell.pagination')} sx={bar}>
      <PageSizeSelect value={perPage} onChange={resize} />
      <Typography
        variant="body2"
        color="text.secondary"
        sx={{ fontVariantNumeric: 'tabular-nums', mr: { sm: 'auto' }, ml: { xs: 'auto', sm: 0 } }}
      >
        {translate('list.range', shownRange({ page, perPage }, total))}
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
                aria-label={labelOf(type, formatCount(to ?? page))}
                disabled={disabled}
                onClick={onClick}
                onPointerEnter={() => approach(to !== null && to !== page ? to : null)}
                onPointerLeave={() => approach(null)}
              >
                {SIGNS[type] ?? formatCount(to ?? page)}
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
  // A phone's line is too short for all buttons. The first and the last page have their numbers.
  '& li:is(:first-of-type, :last-of-type)': { display: { xs: 'none', sm: 'list-item' } },
  p: 0,
  m: 0,
  listStyle: 'none',
  '& span, & button': {
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: 28,
    height: 28,
    px: 0.75,
    mx: { xs: 0, sm: '2px' },
    font: 'inherit',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    color: 'text.primary',
    border: 0,
    borderRadius: 1,
    backgroundColor: 'transparent',
  },
  '& button': {
    cursor: 'pointer',
    '&:hover': { backgroundColor: 'action.hover' },
    '&:disabled': { color: 'text.disabled', backgroundColor: 'transparent', cursor: 'default' },
    '&[aria-current]': { backgroundColor: 'action.selected', fontWeight: 600 },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-1px' },
  },
};

const CHOICES = PAGE_SIZES.map((size) => ({ id: String(size), name: String(size) }));

function PageSizeSelect({ value, onChange }: { value: number; onChange(size: PageSize): void }) {
  const { translate } = useFormatContext();
  const labelId = useId();
  const label = translate('list.rows_per_page');
  const choose = (chosen: string) => {
    const size = PAGE_SIZES.find((one) => String(one) === chosen);
    if (size !== undefined && size !== value) onChange(size);
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <Typography id={labelId} variant="body2" color="text.secondary">
        {label}
      </Typography>
      <SelectButton
        label={label}
        name={{ 'aria-labelledby': labelId }}
        choices={CHOICES}
        chosen={[String(value)]}
        onPress={choose}
        sx={{ px: 0.5, minHeight: 24, fontSize: '0.8125rem' }}
      >
        <span>{value}</span>
      </SelectButton>
    </Box>
  );
}

/** First and last row of a page, counted from 1, and the total, formatted as counts. */
function shownRange({ page, perPage }: PaginationPayload, total: number): Record<'from' | 'to' | 'total', string> {
  return {
    from: formatCount((page - 1) * perPage + 1),
    to: formatCount(Math.min(page * perPage, total)),
    total: formatCount(total),
  };
}

/**
 * Pause in milliseconds. Several changes in a row are announced once, after the screen reader has read out the keys
 * that made them.
 */
const PAUSE_MS = 500;

/** Announces the result of another filter, search or page to screen readers. The initial rows aren't announced. */
export function ListAnnouncement() {
  const { page, perPage, data, isPlaceholderData, ...list } = useListContext();
  const [filter] = useListFilter();
  const { translate } = useFormatContext();
  const [text, setText] = useState('');
  const total = data && !isPlaceholderData ? list.total : undefined;
  const announced = useRef<string | null>(null);
  const asked = JSON.stringify({ page, perPage, filter });
  const isThere = total !== undefined;

  const announce = useEffectEvent(() => {
    announced.current = asked;
    if (total === undefined) return;
    setText(
      total === 0 ? translate('list.no_results_title') : translate('list.shown', shownRange({ page, perPage }, total)),
    );
  });

  useEffect(() => {
    if (!isThere) return undefined;
    announced.current ??= asked;
    if (announced.current === asked) return undefined;
    const timer = setTimeout(() => announce(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [asked, isThere]);
  // Cleared so that the same text is announced again, and a page that is shown again announces nothing.
  useEffect(() => () => setText(''), [asked]);

  return (
    <Box role="status" sx={visuallyHidden}>
      {text}
    </Box>
  );
}

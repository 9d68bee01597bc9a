import { Box, Typography } from '@mui/material';
import usePagination from '@mui/material/usePagination';
import { memo, useRef, useId } from 'react';
import { useListPaginationContext, type PaginationPayload } from 'react-admin';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useKeptFocus } from '#console/ui/useKeptFocus.ts';
import { useApproach } from '#console/ui/loading/useApproach.ts';
import { lastPage, PAGE_SIZES, type PageSize } from './listParams.ts';
import { SelectButton } from '#console/fields/choice/SelectButton.tsx';
import { formatCount } from '#shared/format/numbers.ts';

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
                aria-label={labelOf(type, String(to))}
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
export function shownRange(
  { page, perPage }: PaginationPayload,
  total: number,
): Record<'from' | 'to' | 'total', string> {
  return {
    from: formatCount((page - 1) * perPage + 1),
    to: formatCount(Math.min(page * perPage, total)),
    total: formatCount(total),
  };
}

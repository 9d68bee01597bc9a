import { Box, PaginationItem, Typography } from '@mui/material';
import usePagination from '@mui/material/usePagination';
import { memo } from 'react';
import { formatAmount } from '#shared/money/amount.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { lastPage } from './lastPage.ts';
import type { ListParams, PageSize } from './listParams.ts';
import { PageSizeSelect } from './PageSizeSelect.tsx';

interface ListPaginationProps {
  params: ListParams;
  total: number;
  onChange(params: Pick<ListParams, 'page' | 'perPage'>): void;
}

/** Which rows of how many are shown, how many a page has, and the way to other pages. */
export const ListPagination = memo(function ListPagination({ params, total, onChange }: ListPaginationProps) {
  const { page, perPage } = params;
  const { translate } = useFormatContext();
  const { items } = usePagination({
    count: lastPage(total, perPage),
    page,
    showFirstButton: true,
    showLastButton: true,
    onChange: (_event, to) => onChange({ page: to, perPage }),
  });
  const number = (value: number) => formatAmount(String(value), 0);
  const range = translate('list.range', {
    from: number((page - 1) * perPage + 1),
    to: number(Math.min(page * perPage, total)),
    total: number(total),
  });
  const labelOf = (type: string, to: string) => {
    if (type.endsWith('ellipsis')) return undefined;
    return type === 'page' ? translate('list.to_page', { page: to }) : translate(`list.${type}_page`);
  };
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
        {range}
      </Typography>
      <Box
        component="ul"
        sx={{ display: 'flex', flexWrap: 'wrap', mx: { xs: 'auto', sm: 0 }, p: 0, m: 0, listStyle: 'none' }}
      >
        {items.map(({ page: to, type, selected, disabled, onClick, ...item }, index) => (
          <li key={index}>
            <PaginationItem
              {...item}
              type={type}
              page={to}
              selected={selected}
              disabled={disabled}
              onClick={onClick}
              size="small"
              shape="rounded"
              aria-label={labelOf(type, String(to))}
            />
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

import type { Theme } from '@mui/material';

/** The tree: rows with columns of one width, the second level drawn in. */
export const treeStyles = {
  minWidth: 0,
  overflow: 'hidden',
  '& ul': { listStyle: 'none', m: 0, p: 0 },
  '& [data-row]': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: {
      xs: 'auto auto minmax(0, 1fr) auto',
      lg: 'auto auto minmax(0, 1fr) 18rem 15rem auto',
    },
    alignItems: 'center',
    columnGap: 1,
    minHeight: 44,
    px: 1,
    py: 0.5,
    borderTop: 1,
    borderColor: 'divider',
    '&:hover, &:focus-within': { backgroundColor: 'action.hover' },
  },
  '& [data-row]:not(:has([data-handle]))': {
    gridTemplateColumns: {
      xs: 'auto minmax(0, 1fr) auto',
      lg: 'auto minmax(0, 1fr) 18rem 15rem auto',
    },
  },
  '& [data-level="2"]': { pl: { xs: 3, sm: 5 } },
  '& [data-held]': { opacity: 0.5 },
  '& [data-over]::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    pointerEvents: 'none',
    border: 0,
    borderStyle: 'solid',
    borderColor: ({ palette }: Theme) => palette.primary.main,
  },
  '& [data-over="before"]::after': { borderTopWidth: 2 },
  '& [data-over="after"]::after': { borderBottomWidth: 2 },
  '& [data-over="inside"]::after': { borderWidth: 2 },
  '& [data-handle]': { cursor: 'grab', color: 'text.secondary' },
  '& [data-icon]': { fontSize: 20, color: 'text.secondary' },
  '& [data-title]': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 1,
    minWidth: 0,
    overflowWrap: 'anywhere',
    fontSize: '0.875rem',
  },
  '& [data-level="1"] [data-title]': { fontWeight: 600 },
  '& [data-address], & [data-page]': {
    fontSize: '0.8125rem',
    color: 'text.secondary',
    overflowWrap: 'anywhere',
    gridColumn: { xs: '-3', lg: 'auto' },
  },
  '& [data-row] > button:last-of-type': { gridRow: { xs: '1', lg: 'auto' }, gridColumn: { xs: '-2', lg: 'auto' } },
  '& [data-problem]': { gridColumn: '1 / -1', color: 'error.main', pb: 0.5, pl: 1 },
} as const;

import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Crumb } from '#console/menu/crumbs.ts';
import { Link } from '#console/router/Link.tsx';
import { useLabel } from './useLabel.ts';

/** Where the open page stands. What does not fit on a narrow screen is cut, the page's own name last. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const translate = useTranslate();
  const label = useLabel();
  return (
    <Box component="nav" aria-label={translate('shell.breadcrumb')} sx={way}>
      <ol>
        {crumbs.map(({ title, to }, index) => {
          const text = label(title);
          return (
            <li key={index}>
              {to === null ? (
                <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{text}</span>
              ) : (
                <Link to={to}>{text}</Link>
              )}
            </li>
          );
        })}
      </ol>
    </Box>
  );
}

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
const way = {
  flex: 1,
  minWidth: 0,
  fontSize: '0.875rem',
  '& ol': { display: 'flex', alignItems: 'center', m: 0, p: 0, listStyle: 'none' },
  // A link that is cut stays wide and high enough to be pressed.
  '& li': { display: 'flex', flexShrink: 1000, minWidth: 24, color: 'text.secondary', lineHeight: '24px' },
  '& li > *': { minWidth: 0, ...oneLine },
  '& li + li': { minWidth: 48 },
  '& li + li::before': { content: '"/" / ""', mx: 1 },
  '& li:last-of-type': { flexShrink: 1, color: 'text.primary' },
  // A phone has room for the page and where it belongs; these don't move when the page gets its name.
  '@media (max-width: 599.95px)': {
    '& li:not(:nth-last-of-type(-n + 2))': { display: 'none' },
    '& li:nth-last-of-type(2)': { flexShrink: 0, maxWidth: '55%' },
    '& li:nth-last-of-type(2)::before': { content: 'none' },
  },
  '& a': {
    flex: 1,
    color: 'inherit',
    textDecoration: 'none',
    borderRadius: 0.5,
  },
  '& a:hover': { textDecoration: 'underline' },
  '& a:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
};

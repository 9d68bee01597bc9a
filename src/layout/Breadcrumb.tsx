import { Breadcrumbs, Link as MuiLink, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Crumb } from '#console/menu/crumbs.ts';
import { useLabel } from './useLabel.ts';

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** Where the open page stands. What does not fit on a narrow screen is cut, the page's own name last. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const translate = useTranslate();
  const label = useLabel();
  return (
    <Breadcrumbs
      aria-label={translate('shell.breadcrumb')}
      sx={{
        flex: 1,
        minWidth: 0,
        fontSize: '0.875rem',
        '& .MuiBreadcrumbs-ol': { flexWrap: 'nowrap' },
        '& .MuiBreadcrumbs-li': { minWidth: 0, ...oneLine },
        '& .MuiBreadcrumbs-li:last-of-type': { flexShrink: 0, maxWidth: '100%' },
      }}
    >
      {crumbs.map(({ title, to }, index) => {
        const isLast = index === crumbs.length - 1;
        const text = label(title);
        return to === null ? (
          <Typography
            key={index}
            component="span"
            noWrap
            color={isLast ? 'text.primary' : 'text.secondary'}
            aria-current={isLast ? 'page' : undefined}
          >
            {text}
          </Typography>
        ) : (
          <MuiLink key={index} component={Link} to={to} underline="hover" color="text.secondary">
            {text}
          </MuiLink>
        );
      })}
    </Breadcrumbs>
  );
}

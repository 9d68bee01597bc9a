import MenuOpen from '@mui/icons-material/MenuOpen';
import { Box, IconButton } from '@mui/material';
import { memo, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslate } from 'react-admin';
import type { Crumb } from '../menu/crumbs.ts';
import { Link } from '@merchant-console/ra-declared/internal';
import { SIDEBAR_ANIMATION_MS, SIDEBAR_ID } from '../sidebar/Sidebar.tsx';
import { useLabel } from '../useLabel.ts';

const HEIGHT_PX = 50;

interface HeaderProps {
  crumbs: readonly Crumb[];
  sidebarOpen: boolean;
  toggleSidebar: () => void;
  /** The buttons at the end. */
  tools: ReactNode;
}

export const Header = memo(function Header({ crumbs, sidebarOpen, toggleSidebar, tools }: HeaderProps) {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.25, sm: 1 },
        height: HEIGHT_PX,
        px: { xs: 1, sm: 1.5 },
        backgroundColor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton
        aria-label={translate('shell.toggle_sidebar')}
        aria-expanded={sidebarOpen}
        aria-controls={SIDEBAR_ID}
        onClick={toggleSidebar}
        sx={{ color: 'text.secondary' }}
      >
        <MenuOpen
          sx={{
            transform: sidebarOpen ? 'none' : 'rotate(180deg)',
            transition: `transform ${SIDEBAR_ANIMATION_MS}ms`,
          }}
        />
      </IconButton>
      <Breadcrumb crumbs={crumbs} />
      {tools}
    </Box>
  );
});

/** Breadcrumb of the open page. On a narrow screen it is truncated, the page's own name last. */
function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
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
  overflow: 'hidden',
  fontSize: '0.875rem',
  '& ol': { display: 'flex', alignItems: 'center', m: 0, p: 0, listStyle: 'none' },
  // A truncated link stays large enough to press.
  '& li': { display: 'flex', flexShrink: 1000, minWidth: 24, color: 'text.secondary', lineHeight: '24px' },
  '& li > *': { minWidth: 0, ...oneLine },
  '& li + li': { minWidth: 48 },
  '& li + li::before': { content: '"/" / ""', mx: 1, color: 'text.secondary' },
  '& li:last-of-type': { flexShrink: 1, color: 'text.primary' },
  // A phone shows the page and its parent only, which don't move when the page's title arrives.
  '@media (max-width: 599.95px)': {
    '& li:not(:nth-last-of-type(-n + 2))': { display: 'none' },
    '& li:nth-last-of-type(2)': { flexShrink: 0, minWidth: 24, maxWidth: '55%' },
    '& li:nth-last-of-type(2)::before': { content: 'none' },
  },
  // The narrowest phones have room for the page only.
  '@media (max-width: 359.95px)': {
    '& li:not(:last-of-type)': { display: 'none' },
    '& li:last-of-type': { minWidth: 0 },
    '& li:last-of-type::before': { content: 'none' },
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

/** Container above the page, sticky if the user's settings say so. */
export function StickyHeader({ isFixed, children }: { isFixed: boolean; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  useHeightProperty('--sticky-top', box, isFixed);
  return (
    <Box component="header" ref={box} sx={isFixed ? fixed : undefined}>
      {children}
    </Box>
  );
}

const fixed = {
  position: 'sticky',
  top: 0,
  // Below the sidebar, whose fly-outs overlap it.
  zIndex: 'speedDial',
  // A separate layer, so that its menus and the settings on a phone cover the rest of the page.
  '&:has([role=menu], [role=listbox], [role=dialog])': { zIndex: 'modal' },
};

/**
 * Keeps the element's height in a CSS property of the document: `--sticky-top` is covered at the top of the page,
 * `--notices` lies below it.
 */
export function useHeightProperty(
  property: '--sticky-top' | '--notices',
  box: RefObject<HTMLElement | null>,
  isOn = true,
): void {
  useEffect(() => {
    const element = box.current;
    if (!isOn || !element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [isOn, property, box]);
}

import { Box } from '@mui/material';
import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { lazy, Link } from '@merchant-console/ra-declared/internal';
import type { SidebarItem } from '../menu/sidebar.ts';
import { FailureBoundary, PartFailure } from '../FailureBoundary.tsx';
import { SIDEBAR_COLORS } from '../palettes.ts';
import { SidebarMenu } from './SidebarMenu.tsx';
import { SIDEBAR_WIDTH } from './sidebarState.ts';

/** Set by the spec. */
export const SIDEBAR_ANIMATION_MS = 280;
export const SIDEBAR_ID = 'sidebar';

const SidebarDrawer = lazy(async () => (await import('./SidebarDrawer.tsx')).SidebarDrawer, undefined, {
  hasTexts: true,
});

interface SidebarProps {
  /** Shown above the menu, or null for none. */
  brand: SidebarBrand | null;
  /** Null to leave the menu out. */
  items: readonly SidebarItem[] | null;
  current: string;
  open: boolean;
  mobile: boolean;
  /** Called when the dark layer or Escape is pressed. */
  onLeave: () => void;
}

/** The menu beside the page, or over it on a narrow screen. Only its entries scroll. */
export const Sidebar = memo(function Sidebar({ brand, items, current, open, mobile, onLeave }: SidebarProps) {
  const translate = useTranslate();
  const width = open || mobile ? SIDEBAR_WIDTH.open : SIDEBAR_WIDTH.closed;
  const collapsed = !open && !mobile;
  const nav = (
    <Box
      component="nav"
      id={SIDEBAR_ID}
      aria-label={translate('shell.main_menu')}
      sx={{
        width,
        height: '100dvh',
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
        color: SIDEBAR_COLORS.text,
        backgroundColor: SIDEBAR_COLORS.background,
        transition: mobile ? 'none' : `width ${SIDEBAR_ANIMATION_MS}ms`,
      }}
    >
      <FailureBoundary Failure={PartFailure}>
        {brand && <SidebarLogo brand={brand} collapsed={collapsed} />}
        <Box sx={scroller}>{items && <SidebarMenu items={items} current={current} collapsed={collapsed} />}</Box>
      </FailureBoundary>
    </Box>
  );
  if (!mobile) return <Box sx={{ position: 'fixed', insetBlock: 0, insetInlineStart: 0, zIndex: 'appBar' }}>{nav}</Box>;
  return (
    <SidebarDrawer open={open} onLeave={onLeave} animationMs={SIDEBAR_ANIMATION_MS}>
      {nav}
    </SidebarDrawer>
  );
});

const scroller = {
  flex: 1,
  minHeight: 0,
  py: 1,
  overflowX: 'hidden',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  scrollbarColor: `${SIDEBAR_COLORS.active} transparent`,
};

export interface SidebarBrand {
  title: string;
  /** URL of an image. */
  logo: string;
}

interface SidebarLogoProps {
  brand: SidebarBrand;
  /** True to show the image only. */
  collapsed: boolean;
}

/** The product's logo above the menu. Links to the first page. */
function SidebarLogo({ brand: { title, logo }, collapsed }: SidebarLogoProps) {
  return (
    <Box component={Link} to="/" title={title} aria-label={title} sx={block}>
      <img src={logo} alt="" width={28} height={28} />
      {!collapsed && <span>{title}</span>}
    </Box>
  );
}

const block = {
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: '12px',
  height: 50,
  // Centres the image in the closed sidebar's 54 px.
  px: '13px',
  color: SIDEBAR_COLORS.strong,
  fontWeight: 600,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:focus-visible': { outline: `2px solid ${SIDEBAR_COLORS.strong}`, outlineOffset: -2 },
  '& img': { flex: 'none', objectFit: 'contain' },
  '& span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
};

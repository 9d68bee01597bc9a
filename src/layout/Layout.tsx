import { Box } from '@mui/material';
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { Crumb } from '#console/menu/crumbs.ts';
import type { SidebarItem } from '#console/menu/sidebar.ts';
import { ConnectionBanner } from './connection/ConnectionBanner.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { FailureBoundary } from './FailureBoundary.tsx';
import { Header } from './Header.tsx';
import { HeaderTools } from './HeaderTools.tsx';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { PartFailure } from './PartFailure.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { SettingsAside } from './settings/SettingsAside.tsx';
import { useShellSettings } from './settings/ShellSettingsContext.ts';
import { Sidebar, SIDEBAR_ANIMATION_MS } from './Sidebar.tsx';
import type { SidebarBrand } from './SidebarLogo.tsx';
import { SIDEBAR_WIDTH } from './sidebarState.ts';
import { MAIN_ID, SkipLink } from './SkipLink.tsx';
import { StickyHeader } from './StickyHeader.tsx';
import { useSidebar } from './useSidebar.ts';

interface LayoutProps {
  brand: SidebarBrand;
  items: readonly SidebarItem[];
  crumbs: readonly Crumb[];
  /** Address of the sidebar item to highlight. */
  current: string;
  profile: string | null;
  signOut: () => void;
  /** Path of the open page. */
  page: string;
  /** The bar of open pages. */
  tabs: ReactNode;
  /** What is to be known on every page. */
  notice?: ReactNode;
  /** What the user is told of, in the header. */
  inbox?: ReactNode;
  children: ReactNode;
}

/** Sidebar, header and the open page. */
export function Layout({ brand, items, crumbs, current, page, tabs, notice, children, ...header }: LayoutProps) {
  const { profile, signOut, inbox } = header;
  const { open, mobile, dispatch } = useSidebar();
  const { settings } = useShellSettings();
  const main = useMainFocus(page);

  useEffect(() => dispatch({ type: 'left' }), [dispatch, page]);
  const leave = useCallback(() => dispatch({ type: 'left' }), [dispatch]);
  const toggle = useCallback(() => dispatch({ type: 'toggled' }), [dispatch]);
  const tools = useMemo(
    () => (
      <>
        <FailureBoundary Failure={PartFailure}>{mobile ? <PaletteButton /> : <HeaderTools />}</FailureBoundary>
        <FailureBoundary Failure={PartFailure}>{inbox}</FailureBoundary>
        <AccountMenu profile={profile} signOut={signOut} isNarrow={mobile} />
      </>
    ),
    [mobile, profile, signOut, inbox],
  );

  const margin = mobile ? 0 : open ? SIDEBAR_WIDTH.open : SIDEBAR_WIDTH.closed;
  return (
    <>
      <SkipLink />
      <ProgressBar />
      <Sidebar brand={settings.sidebarLogo ? brand : null} {...{ items, current, open, mobile }} onLeave={leave} />
      <Box sx={{ marginInlineStart: `${margin}px`, transition: mobile ? 'none' : `margin ${SIDEBAR_ANIMATION_MS}ms` }}>
        <StickyHeader isFixed={settings.fixedHeader}>
          <FailureBoundary Failure={PartFailure}>
            <Header crumbs={crumbs} sidebarOpen={open} toggleSidebar={toggle} tools={tools} />
          </FailureBoundary>
          <FailureBoundary Failure={PartFailure}>{tabs}</FailureBoundary>
        </StickyHeader>
        {/* Together, so that none covers another while the page scrolls. */}
        <Box sx={{ position: 'sticky', top: 'var(--sticky-top, 0px)', zIndex: 'appBar' }}>
          <ConnectionBanner />
          {notice}
        </Box>
        <Box
          component="main"
          id={MAIN_ID}
          ref={main}
          tabIndex={-1}
          sx={{ px: { xs: 2.5, sm: 3 }, py: { xs: 2, sm: 3 }, maxWidth: 1680, outline: 'none' }}
        >
          {children}
        </Box>
      </Box>
      <FailureBoundary Failure={PartFailure}>
        <SettingsAside />
      </FailureBoundary>
    </>
  );
}

/**
 * Takes the focus to the page that opens, unless it is on the tabs, where the keyboard goes on from page to page, or
 * somebody has opened a dialog while the page was on its way.
 */
function useMainFocus(page: string) {
  const main = useRef<HTMLElement>(null);
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    if (document.activeElement?.closest('[role=tablist], [aria-modal=true]')) return;
    main.current?.focus({ preventScroll: true });
  }, [page]);
  return main;
}

import { Box } from '@mui/material';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { Crumb } from '#console/menu/crumbs.ts';
import type { SidebarItem } from '#console/menu/sidebar.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Header } from './Header.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { Sidebar, SIDEBAR_ANIMATION_MS } from './Sidebar.tsx';
import { SIDEBAR_WIDTH } from './sidebarState.ts';
import { MAIN_ID, SkipLink } from './SkipLink.tsx';
import { useSidebar } from './useSidebar.ts';

interface LayoutProps {
  items: readonly SidebarItem[];
  crumbs: readonly Crumb[];
  /** Address of the sidebar item to highlight. */
  current: string;
  profile: string | null;
  signOut: () => void;
  children: ReactNode;
}

/** Sidebar, header and the open page. */
export function Layout({ items, crumbs, current, profile, signOut, children }: LayoutProps) {
  const { open, mobile, dispatch } = useSidebar();
  const { pathname } = useLocation();
  const main = useMainFocus(pathname);

  useEffect(() => dispatch({ type: 'left' }), [dispatch, pathname]);

  const margin = mobile ? 0 : open ? SIDEBAR_WIDTH.open : SIDEBAR_WIDTH.closed;
  return (
    <>
      <SkipLink />
      <ProgressBar />
      <Sidebar {...{ items, current, open, mobile }} onLeave={() => dispatch({ type: 'left' })} />
      <Box sx={{ marginInlineStart: `${margin}px`, transition: `margin ${SIDEBAR_ANIMATION_MS}ms` }}>
        <Header crumbs={crumbs} sidebarOpen={open} toggleSidebar={() => dispatch({ type: 'toggled' })}>
          {!mobile && <LanguageMenu />}
          <AccountMenu profile={profile} signOut={signOut} />
        </Header>
        <Box
          component="main"
          id={MAIN_ID}
          ref={main}
          tabIndex={-1}
          sx={{ p: { xs: 2, sm: 3 }, maxWidth: 1680, outline: 'none' }}
        >
          {children}
        </Box>
      </Box>
    </>
  );
}

/** Takes scroll and focus to the top of a page that opens; going back, the browser returns to where one was. */
function useMainFocus(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);
  const navigation = useNavigationType();
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (navigation !== 'POP') window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, navigation]);
  return main;
}

import { Box, Alert } from '@mui/material';
import { useCallback, useEffect, useMemo, useRef, useLayoutEffect, useReducer, type ReactNode, memo } from 'react';
import { useTranslate } from 'react-admin';
import Cookies from 'js-cookie';
import type { Crumb } from './menu/crumbs.ts';
import type { SidebarItem } from './menu/sidebar.ts';
import { AccountMenu, HeaderTools } from './header/HeaderTools.tsx';
import { FailureBoundary, PartFailure } from './FailureBoundary.tsx';
import { Header, StickyHeader } from './header/Header.tsx';
import { PaletteButton } from './palette/PaletteHost.tsx';
import type { Sides } from './testMode/useTestMode.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { SettingsAside } from './settings/SettingsAside.tsx';
import { useShellSettings } from './settings/shellSettingsStore.ts';
import { Sidebar, SIDEBAR_ANIMATION_MS, type SidebarBrand } from './sidebar/Sidebar.tsx';
import { Bar } from './tabs/tabStyles.ts';
import { SIDEBAR_WIDTH, firstSidebarState, nextSidebarState, sidebarCookie } from './sidebar/sidebarState.ts';
import { useQueryClient } from '@tanstack/react-query';
import { formatInZone } from '#shared/format/timeZone.ts';
import { useConnection } from '#console/api/connection.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';

interface LayoutProps {
  brand: SidebarBrand;
  items: readonly SidebarItem[];
  crumbs: readonly Crumb[];
  /** Address of the sidebar item to highlight. */
  current: string;
  profile: string | null;
  signOut: () => void;
  sides: Sides;
  /** Path of the open page. */
  page: string;
  /** The bar of open pages. */
  tabs: ReactNode;
  /** Leaves menu, tabs and tools out, but keeps their places. */
  isBare?: boolean;
  /** What is to be known on every page. */
  notice?: ReactNode;
  /** What the user is told of, in the header. */
  inbox?: ReactNode;
  children: ReactNode;
}

/** Sidebar, header and the open page. */
export function Layout({ brand, crumbs, current, page, notice, isBare = false, children, ...parts }: LayoutProps) {
  const { items, tabs, profile, signOut, inbox, sides } = parts;
  const { open, mobile, dispatch } = useSidebar();
  const { settings } = useShellSettings();
  const main = useMainFocus(page);

  useEffect(() => dispatch({ type: 'left' }), [dispatch, page]);
  const leave = useCallback(() => dispatch({ type: 'left' }), [dispatch]);
  const toggle = useCallback(() => dispatch({ type: 'toggled' }), [dispatch]);
  const tools = useMemo(
    () => (
      <>
        <FailureBoundary Failure={PartFailure}>
          {mobile ? <PaletteButton /> : <HeaderTools {...sides} />}
        </FailureBoundary>
        <FailureBoundary Failure={PartFailure}>{inbox}</FailureBoundary>
        <FailureBoundary Failure={PartFailure}>{mobile && <SettingsAside inHeader />}</FailureBoundary>
        <AccountMenu profile={profile} signOut={signOut} isNarrow={mobile} sides={sides} />
      </>
    ),
    [mobile, profile, signOut, inbox, sides],
  );

  const margin = mobile ? 0 : open ? SIDEBAR_WIDTH.open : SIDEBAR_WIDTH.closed;
  return (
    <>
      <SkipLink />
      <ProgressBar />
      <Sidebar
        brand={settings.sidebarLogo ? brand : null}
        items={isBare ? null : items}
        {...{ current, open, mobile }}
        onLeave={leave}
      />
      <Box sx={{ marginInlineStart: `${margin}px`, transition: mobile ? 'none' : `margin ${SIDEBAR_ANIMATION_MS}ms` }}>
        <StickyHeader isFixed={settings.fixedHeader}>
          <FailureBoundary Failure={PartFailure}>
            <Header crumbs={crumbs} sidebarOpen={open} toggleSidebar={toggle} tools={isBare ? null : tools} />
          </FailureBoundary>
          <FailureBoundary Failure={PartFailure}>{isBare && tabs ? <Bar /> : tabs}</FailureBoundary>
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
      <FailureBoundary Failure={PartFailure}>{!mobile && !isBare && <SettingsAside />}</FailureBoundary>
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

const MAIN_ID = 'main';

/** The first stop of the keyboard: past the menu to the page. */
function SkipLink() {
  const translate = useTranslate();
  return (
    <Box
      component="a"
      href={`#${MAIN_ID}`}
      onClick={(event) => {
        // An address with a hash would be another page to the router.
        event.preventDefault();
        document.getElementById(MAIN_ID)?.focus();
      }}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 0.5,
        color: 'primary.main',
        backgroundColor: 'background.paper',
        boxShadow: 4,
        '&:not(:focus)': { clipPath: 'inset(50%)', width: '1px', height: '1px', p: 0, overflow: 'hidden' },
      }}
    >
      {translate('shell.skip_to_content')}
    </Box>
  );
}

const COOKIE = 'sidebarStatus';
/** The spec's limit, in pixels: narrower is mobile. */
const DESKTOP_WIDTH = 992;

function isNarrow(): boolean {
  return document.body.getBoundingClientRect().width - 1 < DESKTOP_WIDTH;
}

/** The sidebar's state, kept in its cookie, following the window's width. */
function useSidebar() {
  const [state, dispatch] = useReducer(nextSidebarState, null, () =>
    firstSidebarState(Cookies.get(COOKIE), isNarrow()),
  );

  useLayoutEffect(() => {
    const onResize = () => {
      if (!document.hidden) dispatch({ type: 'resized', mobile: isNarrow() });
    };
    // The window may have changed while another page had all of it.
    onResize();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);

  const cookie = sidebarCookie(state);
  useEffect(() => {
    // After a cookie was written, the next read waits for the browser's other process.
    if (Cookies.get(COOKIE) === cookie) return;
    const secure = window.location.protocol === 'https:';
    Cookies.set(COOKIE, cookie, { path: '/', sameSite: 'strict', secure });
  }, [cookie]);

  return { ...state, dispatch };
}

/**
 * Tells for as long as the server can't be reached or can't serve. Its element is there before, so that screen readers
 * announce it once.
 */
const ConnectionBanner = memo(function ConnectionBanner() {
  const { translate, currencyData } = useFormatContext();
  const { isOnline, isServing, lastAnswerAt } = useConnection();
  useRecovery(isOnline && isServing);
  return (
    <Box role="status" sx={{ position: 'sticky', top: 'var(--sticky-top, 0px)', zIndex: 'appBar' }}>
      {!(isOnline && isServing) && (
        <Alert
          role="presentation"
          severity="warning"
          variant="filled"
          square
          sx={{ alignItems: 'center', px: { xs: 2.5, sm: 3 }, py: 0.25 }}
        >
          {translate(isOnline ? 'shell.unavailable' : 'shell.offline')}
          {!isOnline && lastAnswerAt && (
            <Box component="span" sx={{ ml: 0.5 }}>
              {translate('shell.offline_since', { time: formatInZone(lastAnswerAt, currencyData.time_zone) })}
            </Box>
          )}
        </Alert>
      )}
    </Box>
  );
});

/** Asks anew for all that is in sight once the server is back: it may be old, or may never have come. */
function useRecovery(isThere: boolean): void {
  const queryClient = useQueryClient();
  const wasThere = useRef(isThere);
  useEffect(() => {
    if (isThere && !wasThere.current) void queryClient.invalidateQueries();
    wasThere.current = isThere;
  }, [isThere, queryClient]);
}

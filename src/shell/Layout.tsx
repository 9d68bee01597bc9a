import { Box, Alert } from '@mui/material';
import { useCallback, useEffect, useMemo, useRef, useLayoutEffect, useReducer, type ReactNode, memo } from 'react';
import { useTranslate } from 'react-admin';
import Cookies from 'js-cookie';
import type { Crumb } from './menu/crumbs.ts';
import type { SidebarItem } from './menu/sidebar.ts';
import { AccountMenu, HeaderTools } from './header/HeaderTools.tsx';
import { FailureBoundary, PartFailure } from './FailureBoundary.tsx';
import { Header, StickyHeader, useHeightProperty } from './header/Header.tsx';
import { PaletteButton } from './palette/PaletteHost.tsx';
import type { Sides } from './testMode/useTestMode.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { SettingsAside } from './settings/SettingsAside.tsx';
import { useShellSettings } from './settings/shellSettingsStore.ts';
import { Sidebar, SIDEBAR_ANIMATION_MS, type SidebarBrand } from './sidebar/Sidebar.tsx';
import { SIDEBAR_WIDTH, firstSidebarState, nextSidebarState, sidebarCookie } from './sidebar/sidebarState.ts';
import { useQueryClient } from '@tanstack/react-query';
import { formatInZone } from '@merchant-console/declaration';
import { useFormatContext } from '@merchant-console/ra-declared';
import { LiveRegion, useConnection } from '@merchant-console/ra-declared/internal';

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
  /** True to leave out menu and tools but keep their space. */
  isBare?: boolean;
  /** Notices shown on every page. */
  notice?: ReactNode;
  /** The user's notifications, shown in the header. */
  inbox?: ReactNode;
  children: ReactNode;
}

/** Sidebar, header and the open page. */
export function Layout({ brand, crumbs, current, page, notice, isBare = false, children, ...parts }: LayoutProps) {
  const { items, tabs, profile, signOut, inbox, sides } = parts;
  const { open, mobile, dispatch } = useSidebar();
  const { settings } = useShellSettings();
  const main = useMainFocus(page);
  const notices = useRef<HTMLElement>(null);
  useHeightProperty('--notices', notices);

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
        current={current}
        open={open}
        mobile={mobile}
        onLeave={leave}
      />
      <Box sx={{ marginInlineStart: `${margin}px`, transition: mobile ? 'none' : `margin ${SIDEBAR_ANIMATION_MS}ms` }}>
        <StickyHeader isFixed={settings.fixedHeader}>
          <FailureBoundary Failure={PartFailure}>
            <Header crumbs={crumbs} sidebarOpen={open} toggleSidebar={toggle} tools={isBare ? null : tools} />
          </FailureBoundary>
          <FailureBoundary Failure={PartFailure}>{tabs}</FailureBoundary>
        </StickyHeader>
        {/* In one sticky box, so that they don't cover each other while the page scrolls. */}
        <Box ref={notices} sx={{ position: 'sticky', top: 'var(--sticky-top, 0px)', zIndex: 'appBar' }}>
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
 * Moves the focus to a newly opened page. Leaves it on the tabs, where keyboard users move from page to page, and in a
 * dialog that was opened while the page loaded.
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

/** First stop of the Tab key: skips the menu. */
const SkipLink = memo(function SkipLink() {
  const translate = useTranslate();
  return (
    <Box
      component="a"
      href={`#${MAIN_ID}`}
      onClick={(event) => {
        // The router would take an address with a hash for another page.
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
});

const COOKIE = 'sidebarStatus';
/** Width up to which the layout is mobile, in pixels (set by the spec). */
const DESKTOP_WIDTH = 992;

function isNarrow(): boolean {
  return document.body.getBoundingClientRect().width - 1 < DESKTOP_WIDTH;
}

/** State of the sidebar. It is stored in a cookie and follows the window's width. */
function useSidebar() {
  const [state, dispatch] = useReducer(nextSidebarState, null, () =>
    firstSidebarState(Cookies.get(COOKIE), isNarrow()),
  );

  useLayoutEffect(() => {
    const onResize = () => {
      if (!document.hidden) dispatch({ type: 'resized', mobile: isNarrow() });
    };
    // The window may have been resized while a status page hid the layout.
    onResize();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);

  const cookie = sidebarCookie(state);
  useEffect(() => {
    // After a cookie is written, the next read waits for another process of the browser.
    if (Cookies.get(COOKIE) === cookie) return;
    const secure = window.location.protocol === 'https:';
    Cookies.set(COOKIE, cookie, { path: '/', sameSite: 'strict', secure });
  }, [cookie]);

  return { ...state, dispatch };
}

/**
 * Banner shown while the server is unreachable or not ready. Its live region exists beforehand, so that screen readers
 * announce it once.
 */
const ConnectionBanner = memo(function ConnectionBanner() {
  const { translate, currencyData } = useFormatContext();
  const { isOnline, isServing, lastAnswerAt } = useConnection();
  useRecovery(isOnline && isServing);
  const offline = lastAnswerAt
    ? translate('shell.offline_since', { time: formatInZone(lastAnswerAt, currencyData.time_zone) })
    : translate('shell.offline');
  return (
    <LiveRegion role="status">
      {!(isOnline && isServing) && (
        <Alert
          role="presentation"
          severity="warning"
          variant="filled"
          square
          sx={{ alignItems: 'center', px: { xs: 2.5, sm: 3 }, py: 0.25 }}
        >
          {isOnline ? translate('shell.unavailable') : offline}
        </Alert>
      )}
    </LiveRegion>
  );
});

/** Refetches all visible data once the server is back, because it may be stale or missing. */
function useRecovery(isThere: boolean): void {
  const queryClient = useQueryClient();
  const wasThere = useRef(isThere);
  useEffect(() => {
    if (isThere && !wasThere.current) void queryClient.invalidateQueries();
    wasThere.current = isThere;
  }, [isThere, queryClient]);
}

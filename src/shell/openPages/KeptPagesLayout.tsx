import {
  Activity,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ReactNode,
} from 'react';
import { useAuthProvider, useEvent, useResourceDefinitions, useTranslate, useGetIdentity } from 'react-admin';
import { useLocation, useNavigationType, type Location } from 'react-router-dom';
import type { Label } from '@merchant-console/declaration';
import { useConsole } from '#console/app/ConsoleContext.ts';
import { HeaderPanels } from '#console/app/HeaderPanels.tsx';
import type { AppAuthProvider } from '#console/app/providers.ts';
import { ConfirmSession } from '#console/features/confirmation/ConfirmSession.tsx';
import { Layout } from '../Layout.tsx';
import { useShellSettings } from '../settings/shellSettingsStore.ts';
import { TabBar } from '../tabs/TabBar.tsx';
import { useLabel } from '../useLabel.ts';
import { SidesProvider, useTestMode } from '../testMode/useTestMode.ts';
import { crumbsOf } from '../menu/crumbs.ts';
import type { Resolution } from '../menu/resolveAddress.ts';
import { StatusPage, statusTitle } from '../StatusPage.tsx';
import { type ResourcePlace, ResourcePlacesProvider } from '@merchant-console/ra-declared';
import { lazy, useRouter } from '@merchant-console/ra-declared/internal';
import { resourceRoute, type RouteTable } from '../menu/routeTable.ts';
import { usePalette } from '../palette/PaletteHost.tsx';
import { PagePane } from './PagePane.tsx';
import { LeaveQuestionProvider, useLeaveQuestion } from './LeaveQuestion.tsx';
import { Redirect } from './Redirect.tsx';
import { readRememberedPages, useRememberPages } from './rememberedPages.ts';
import { useDraftPages, useOpenPages, useRebuild, resolvePlace } from './useOpenPages.ts';
import { useTabs, type Tabs } from './useTabs.ts';

const PROFILE = '/personal/basicInformation';
const PANELS = <HeaderPanels />;

/**
 * react-admin's layout: the frame around the open page. Pages that were opened earlier stay mounted behind it, each at
 * its own address.
 *
 * @param children react-admin's routes of all pages
 */
export function KeptPagesLayout({ children }: { children?: ReactNode }) {
  const { brand, table, items, firstRows } = useConsole();
  const authProvider = useAuthProvider<AppAuthProvider>();
  const storage = window.sessionStorage;
  const definitions = useResourceDefinitions();
  // react-admin recreates its routes on each navigation, but they only differ if its resources do.
  const [mounted, setMounted] = useState({ routes: children, definitions });
  if (mounted.definitions !== definitions) setMounted({ routes: children, definitions });
  const location = useLocation();
  const isSignedIn = useSignedIn(location);
  const resolution = useMemo(() => resolvePlace(table, location), [table, location]);
  const { settings: shell, isRemembered } = useShellSettings();
  const isBare = useBareFrame(firstRows);
  const testMode = useTestMode(authProvider?.switchSide);
  const pages = useOpenPages({
    table,
    resolution,
    keeps: shell.tagsView,
    first: () => readRememberedPages(storage, isRemembered, testMode.isTest),
  });
  const { current, currentPath, alive, reports } = pages;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const leaving = useLeaveQuestion();
  const tabs = useTabs(table, pages, leaving);
  useRememberPages(storage, isRemembered, pages.visits, testMode.isTest);
  usePageScroll(currentPath, shell.tagsView);
  useDraftPages(pages.setVisits);
  useRebuild(location, resolution, pages.setVisits);
  const ownTitle = pages.titleAt(currentPath);
  useWindowTitle(resolution, ownTitle, brand.title);
  useRecentRecord(resolution, ownTitle);
  const findPlace = useCallback((resource: string) => resourcePlace(table, resource), [table]);
  const signOut = useEvent(() => tabs.beforeEnd(() => void authProvider?.logout({ reason: 'user' })));
  const switchSide = useEvent((address?: string) => tabs.beforeEnd(() => testMode.switchSide(address)));
  const { isTest, maySwitch } = testMode;
  const sides = useMemo(() => ({ isTest, switchSide: maySwitch ? switchSide : null }), [isTest, maySwitch, switchSide]);
  const crumbs = useMemo(() => (current ? crumbsOf(table, current, ownTitle) : []), [table, current, ownTitle]);

  if (!isSignedIn) return null;
  const notices = (
    <>
      <IdentityNotices />
      {sides.isTest && <TestModeNotice {...sides} />}
    </>
  );
  return (
    <ResourcePlacesProvider value={findPlace}>
      <SidesProvider value={sides}>
        {resolution.kind === 'status' && (
          <>
            {notices}
            <StatusPage status={resolution.status} />
          </>
        )}
        {resolution.kind === 'redirect' && <Redirect key={location.pathname} place={location} to={resolution.to} />}
        {current && (
          <Activity mode={resolution.kind === 'status' ? 'hidden' : 'visible'}>
            <Layout
              items={items}
              crumbs={crumbs}
              signOut={signOut}
              sides={sides}
              brand={brand}
              current={current.route.activeMenu}
              page={currentPath}
              notice={notices}
              inbox={PANELS}
              profile={table.routes.some(({ pattern }) => pattern === PROFILE) ? PROFILE : null}
              isBare={isBare}
              tabs={shell.tagsView ? <TabBar tabs={tabs.tabs} active={currentPath} actions={tabs.actions} /> : null}
            >
              <div ref={setSlot} />
              <LeaveQuestionProvider value={leaving.asking}>
                {slot &&
                  alive.map(({ path, version, location: place }) => (
                    <PagePane
                      key={`${path} ${version}`}
                      slot={slot}
                      table={table}
                      reports={reports}
                      routes={mounted.routes}
                      location={place}
                      isActive={path === currentPath}
                      staysOpen={shell.tagsView}
                    />
                  ))}
              </LeaveQuestionProvider>
            </Layout>
          </Activity>
        )}
        <LeavePagesDialog {...tabs} />
        {leaving.question && <LeaveDialog isOpen {...leaving.question} />}
        {authProvider?.confirmations && <ConfirmSession confirmations={authProvider.confirmations} />}
      </SidesProvider>
    </ResourcePlacesProvider>
  );
}

/** Longest wait for the first rows before the frame is filled, in milliseconds. */
const BARE_AT_MOST = 300;

/**
 * Asks the authProvider on each navigation, because the session may have ended without an event, for example if its cookie
 * was deleted by hand. False once nobody is signed in.
 */
function useSignedIn(location: Location): boolean {
  const authProvider = useAuthProvider();
  const [isSignedIn, setSignedIn] = useState(true);
  useEffect(() => {
    authProvider?.checkAuth({}).catch(() => setSignedIn(false));
  }, [authProvider, location]);
  return isSignedIn;
}

/**
 * True until the first page has shown its rows, they take too long, or a key is pressed. Until then the frame keeps its
 * space but is empty, because rendering menu, tabs and tools takes as long as rendering the rows.
 */
function useBareFrame(firstRows: Promise<void>): boolean {
  const [isBare, setBare] = useState(true);
  useEffect(() => {
    const fill = () => startTransition(() => setBare(false));
    const timer = setTimeout(fill, BARE_AT_MOST);
    // After the frame that paints the rows.
    void firstRows.then(() => requestAnimationFrame(fill));
    // React renders it before the browser acts on the key, so that Tab leads to the menu.
    const fillNow = () => setBare(false);
    window.addEventListener('keydown', fillNow, { capture: true, once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', fillNow, { capture: true });
    };
  }, [firstRows]);
  return isBare;
}

function useWindowTitle(resolution: Resolution, ownTitle: Label | null, productTitle: string): void {
  const label = useLabel();
  const translate = useTranslate();
  const title =
    resolution.kind === 'page'
      ? label(ownTitle ?? resolution.route.title)
      : resolution.kind === 'status'
        ? translate(statusTitle(resolution.status))
        : null;
  useEffect(() => {
    if (title !== null) document.title = title === '' ? productTitle : `${title} - ${productTitle}`;
  }, [title, productTitle]);
}

/** Menu address of a resource's records, or null if there is none or only one with a parameter. */
function resourcePlace(table: RouteTable, resource: string): ResourcePlace | null {
  const route = resourceRoute(table, resource);
  return route ? { basePath: route.pattern, permissions: route.permissions } : null;
}

/** Adds the open record to the palette's recent ones once its title is known. Forms aren't added. */
function useRecentRecord(resolution: Resolution, title: Label | null): void {
  const { recent } = usePalette();
  const to = resolution.kind === 'page' ? `${resolution.address}/${resolution.rest}` : null;
  const remember = useEffectEvent(() => {
    if (resolution.kind !== 'page' || !resolution.rest.endsWith('/show')) return;
    // A record's title is the same text in every language. A translation key is the title of a task.
    if (to === null || title === null || typeof title === 'string') return;
    recent.add({ to, title: title.en ?? '', page: resolution.route.title, icon: resolution.route.icon });
  });
  useEffect(() => remember(), [to, title]);
}

const loadTestModeNotice = async () => (await import('../testMode/TestModeNotice.tsx')).TestModeNotice;
const TestModeNotice = lazy(loadTestModeNotice, undefined, { hasTexts: true });

/** Already loaded by then, because the forms use it. */
const LeaveDialog = lazy(async () => (await import('./leaveDialog.ts')).LeaveDialog);

/** Asks before pages with unsaved changes are closed. */
function LeavePagesDialog({ atStake, decide }: Pick<Tabs, 'atStake' | 'decide'>) {
  const translate = useTranslate();
  if (atStake === 0) return null;
  return (
    <LeaveDialog
      isOpen
      text={translate('shell.unsaved_pages', { smart_count: atStake })}
      onStay={() => decide(false)}
      onLeave={() => decide(true)}
    />
  );
}

/**
 * Remembers the scroll position of each page, because all pages scroll the same window. A page shown again returns to
 * its position; a newly opened page starts at the top. If pages aren't kept, the browser handles back navigation.
 */
function usePageScroll(path: string, keeps: boolean): void {
  const positions = useRef(new Map<string, number>());
  const open = useRef(path);
  const isBack = useNavigationType() === 'POP';

  const router = useRouter();
  useEffect(() => {
    const remember = () => void positions.current.set(open.current, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    // Browsers fire scroll events with the next frame. Another page may be open by then.
    const end = router.subscribe(({ location }) => {
      // Reading the scroll position forces a layout.
      if (location.pathname !== open.current) remember();
    });
    return () => {
      window.removeEventListener('scroll', remember);
      end();
    };
  }, [router]);

  useLayoutEffect(() => {
    if (open.current === path) return;
    open.current = path;
    const before = keeps ? positions.current.get(path) : undefined;
    if (before !== undefined || !isBack) window.scrollTo(0, before ?? 0);
  }, [path, keeps, isBack]);
}

const IdentityBanners = lazy(async () => (await import('./IdentityBanners.tsx')).IdentityBanners);

/** Shows the banners that the user's data ask for, which few do. */
function IdentityNotices() {
  const { identity } = useGetIdentity();
  return Boolean(identity?.['sandbox'] ?? identity?.['notice'] ?? identity?.['preview']) && <IdentityBanners />;
}

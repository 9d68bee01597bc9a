import { Activity, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useEvent, useResourceDefinitions, useTranslate } from 'react-admin';
import { Navigate, useLocation } from 'react-router-dom';
import type { Label } from '#shared/i18n/label.ts';
import { useConsole } from './ConsoleContext.ts';
import { FetchedLateConsole } from './FetchedLateConsole.tsx';
import { Layout } from './layout/Layout.tsx';
import { SandboxNotice } from './layout/SandboxNotice.tsx';
import { useShellSettings } from './layout/settings/ShellSettingsContext.ts';
import { TabBar } from './layout/tabs/TabBar.tsx';
import { useLabel } from './layout/useLabel.ts';
import { crumbsOf } from './menu/crumbs.ts';
import type { Resolution } from './menu/resolveAddress.ts';
import { LeavePagesDialog } from './openPages/LeavePagesDialog.tsx';
import { PagePane } from './openPages/PagePane.tsx';
import { readRememberedPages, useRememberPages } from './openPages/rememberedPages.ts';
import { useDraftPages } from './openPages/useDraftPages.ts';
import { useOpenPages } from './openPages/useOpenPages.ts';
import { usePageScroll } from './openPages/usePageScroll.ts';
import { useRebuild } from './openPages/useRebuild.ts';
import { useTabs } from './openPages/useTabs.ts';
import { StatusPage, statusTitle } from './pages/notFound/StatusPage.tsx';
import { resolvePlace } from './resolvePlace.ts';
import { resourcePlace } from './resourcePlace.ts';
import { useRecentRecord } from './useRecentRecord.ts';
import { PreviewNotice } from './views/preview/PreviewNotice.tsx';
import { ResourcePlacesProvider } from './views/resourcePlaces.ts';

const PROFILE = '/personal/basicInformation';

/**
 * react-admin's layout: the frame around the open page, with the pages that were opened before behind it, each at its own
 * address.
 *
 * @param children react-admin's routes of all pages
 */
export function KeptPagesLayout({ children }: { children?: ReactNode }) {
  const { services, entrance, table, items } = useConsole();
  const { session, settings, ends, tabStorage: storage } = services;
  const definitions = useResourceDefinitions();
  // react-admin makes them anew at each step; they are others only when its resources are.
  const [mounted, setMounted] = useState({ routes: children, definitions });
  if (mounted.definitions !== definitions) setMounted({ routes: children, definitions });
  const isSignedIn = session.getToken() !== null;
  const location = useLocation();
  const resolution = useMemo(() => resolvePlace(table, location), [table, location]);
  const { settings: shell, isRemembered } = useShellSettings();
  const pages = useOpenPages({
    ...{ table, resolution, keeps: shell.tagsView },
    first: () => readRememberedPages(storage, isRemembered),
  });
  const { current, currentPath, alive, reports } = pages;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const tabs = useTabs(table, pages);
  useRememberPages(storage, isRemembered, pages.visits);
  usePageScroll(currentPath, shell.tagsView);
  useDraftPages(services.drafts, pages.setVisits);
  useRebuild(location, resolution, pages.setVisits);
  const ownTitle = pages.titleAt(currentPath);
  useWindowTitle(resolution, ownTitle, settings.productTitle);
  useRecentRecord(resolution, ownTitle);
  const findPlace = useCallback((resource: string) => resourcePlace(table, resource), [table]);
  const inbox = useMemo(() => <FetchedLateConsole page={currentPath} services={services} />, [currentPath, services]);
  const signOut = useEvent(() => tabs.beforeEnd(ends.logOut));
  const crumbs = useMemo(
    () => (current ? crumbsOf(table, current, ownTitle ?? 'record.details') : []),
    [table, current, ownTitle],
  );

  useEffect(() => {
    // The token went without a word, as when its cookie is deleted by hand.
    if (!isSignedIn) entrance.look();
  });

  if (!isSignedIn) return null;
  return (
    <ResourcePlacesProvider value={findPlace}>
      {resolution.kind === 'status' && (
        <>
          <SandboxNotice />
          <StatusPage status={resolution.status} />
        </>
      )}
      {resolution.kind === 'redirect' && <Navigate to={resolution.to} replace />}
      {current && (
        <Activity mode={resolution.kind === 'status' ? 'hidden' : 'visible'}>
          <Layout
            {...{ items, crumbs, signOut }}
            brand={settings}
            current={current.route.activeMenu}
            page={currentPath}
            notice={
              <>
                <SandboxNotice />
                <PreviewNotice />
              </>
            }
            inbox={inbox}
            profile={table.routes.some(({ pattern }) => pattern === PROFILE) ? PROFILE : null}
            tabs={shell.tagsView ? <TabBar tabs={tabs.tabs} active={currentPath} actions={tabs.actions} /> : null}
          >
            <div ref={setSlot} />
            {slot &&
              alive.map(({ path, version, location: place }) => (
                <PagePane
                  key={`${path} ${version}`}
                  {...{ slot, table, reports }}
                  routes={mounted.routes}
                  location={place}
                  isActive={path === currentPath}
                  staysOpen={shell.tagsView}
                />
              ))}
          </Layout>
        </Activity>
      )}
      <LeavePagesDialog {...tabs} />
    </ResourcePlacesProvider>
  );
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

import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Navigate, useLocation } from 'react-router';
import type { MenuTree } from '#shared/contract/session.ts';
import { builtInPages } from './builtInPages.ts';
import type { Entrance } from './entrance.ts';
import { Layout } from './layout/Layout.tsx';
import { PageBoundary } from './layout/PageBoundary.tsx';
import { useLabel } from './layout/useLabel.ts';
import { crumbsOf } from './menu/crumbs.ts';
import { guard } from './menu/guard.ts';
import { resolveAddress, type OpenPage, type Resolution } from './menu/resolveAddress.ts';
import { buildRouteTable, type RouteTable } from './menu/routeTable.ts';
import { buildSidebar } from './menu/sidebar.ts';
import { PageView } from './PageView.tsx';
import { StatusPage, statusTitle } from './pages/notFound/StatusPage.tsx';
import { resourcePlace } from './resourcePlace.ts';
import type { Services } from './services.ts';
import { RecordTitleProvider } from './views/recordTitle.ts';
import { ResourcePlacesProvider } from './views/resourcePlaces.ts';

const PROFILE = '/personal/basicInformation';

interface ConsoleRoutesProps {
  services: Services;
  entrance: Entrance;
  menuTree: MenuTree;
}

/** Shows what the address names in the menu tree. */
export function ConsoleRoutes({ services, entrance, menuTree }: ConsoleRoutesProps) {
  const { session, settings, authProvider } = services;
  const table = useMemo(() => buildRouteTable(menuTree), [menuTree]);
  const items = useMemo(() => buildSidebar(menuTree), [menuTree]);
  const isSignedIn = session.getToken() !== null;
  const resolution = useResolution(table);
  const page = useLastPage(resolution);
  const [recordTitle, setRecordTitle] = useState<string | null>(null);
  useWindowTitle(resolution, recordTitle, settings.productTitle);
  const findPlace = useCallback((resource: string) => resourcePlace(table, resource), [table]);

  useEffect(() => {
    // The token went without a word, as when its cookie is deleted by hand.
    if (!isSignedIn) entrance.refresh();
  });

  if (!isSignedIn) return null;
  if (resolution.kind === 'status') return <StatusPage status={resolution.status} />;
  return (
    <Layout
      items={items}
      // The words of a record are no translation key, whatever they are.
      crumbs={page ? crumbsOf(table, page, recordTitle === null ? 'record.details' : { en: recordTitle }) : []}
      current={page?.route.activeMenu ?? ''}
      profile={table.routes.some(({ pattern }) => pattern === PROFILE) ? PROFILE : null}
      signOut={() => void authProvider.logout({})}
    >
      {resolution.kind === 'redirect' ? (
        <Navigate to={resolution.to} replace />
      ) : (
        <PageBoundary key={resolution.address}>
          <ResourcePlacesProvider value={findPlace}>
            <RecordTitleProvider value={setRecordTitle}>
              <PageView page={resolution} items={items} />
            </RecordTitleProvider>
          </ResourcePlacesProvider>
        </PageBoundary>
      )}
    </Layout>
  );
}

function useResolution(table: RouteTable): Resolution {
  const { pathname, search, hash } = useLocation();
  return useMemo(() => {
    const place = { pathname, search, hash };
    const verdict = guard({ place, hasToken: true });
    return verdict.kind === 'redirect' ? verdict : resolveAddress(table, place, (name) => !builtInPages.has(name));
  }, [table, pathname, search, hash]);
}

/** The page that is open, or was until a redirect began: breadcrumb and menu do not flicker in between. */
function useLastPage(resolution: Resolution): OpenPage | null {
  const [last, setLast] = useState<OpenPage | null>(null);
  const page = resolution.kind === 'page' ? resolution : last;
  if (page !== last) setLast(page);
  return page;
}

function useWindowTitle(resolution: Resolution, recordTitle: string | null, productTitle: string): void {
  const label = useLabel();
  const translate = useTranslate();
  const title =
    resolution.kind === 'page'
      ? (recordTitle ?? label(resolution.route.title))
      : resolution.kind === 'status'
        ? translate(statusTitle(resolution.status))
        : null;
  useEffect(() => {
    if (title !== null) document.title = title === '' ? productTitle : `${title} - ${productTitle}`;
  }, [title, productTitle]);
}

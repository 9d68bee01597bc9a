import './api/zodConfig.ts';
import { useMemo, useState, type ReactNode } from 'react';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, type I18nProvider } from 'react-admin';
import { Route } from 'react-router-dom';
import { builtInPages, HandWrittenPage } from './app/builtInPages.tsx';
import { ConsoleContext } from './app/ConsoleContext.ts';
import { ConsoleProviders } from './app/ConsoleProviders.tsx';
import { ConsoleSearch } from './app/ConsoleSearch.tsx';
import type { Providers } from './app/providers.ts';
import { MenuResource, CreatePage, EditPage, ImportFilesPage, ListPage, ShowPage } from './app/resourcePages.tsx';
import { startSession } from './app/startSession.ts';
import { useMenuTree } from './app/useMenuTree.ts';
import { KeptPagesLayout } from './shell/openPages/KeptPagesLayout.tsx';
import { routerProvider } from './shell/openPages/LeaveQuestion.tsx';
import { buildRouteTable, type MenuRoute, type RouteTable } from './shell/menu/routeTable.ts';
import { buildSidebar } from './shell/menu/sidebar.ts';
import { ConsoleRouter } from './ui/router/ConsoleRouter.tsx';

export interface AppProps extends Providers {
  i18nProvider: I18nProvider;
  /** Name of the product, in the sidebar and the window's title. */
  title?: string;
  /** URL of the product's logo. */
  logo?: string;
  /** `<Resource>` and `<CustomRoutes>` elements in place of the menu's pages. */
  children?: ReactNode;
}

/** The merchant console of one session. Later values of the providers are ignored, except of `i18nProvider`. */
export function App({ i18nProvider, title = '', logo = '', children, ...providers }: AppProps) {
  const [{ admin, changes, firstRows }] = useState(() => startSession(providers));
  return (
    <ConsoleRouter>
      <CoreAdminContext {...admin} routerProvider={routerProvider} i18nProvider={i18nProvider}>
        <ConsoleProviders {...admin} changes={changes}>
          <MenuConsole {...admin} title={title} logo={logo} firstRows={firstRows}>
            {children}
          </MenuConsole>
        </ConsoleProviders>
      </CoreAdminContext>
    </ConsoleRouter>
  );
}

interface MenuConsoleProps extends Required<Pick<AppProps, 'dataProvider' | 'authProvider' | 'title' | 'logo'>> {
  firstRows: Promise<void>;
  children: ReactNode;
}

/** react-admin's UI with the pages of the menu, which an administrator may change while people work. */
function MenuConsole({ dataProvider, authProvider, title, logo, firstRows, children }: MenuConsoleProps) {
  const { tree, look } = useMenuTree(authProvider.session);
  const table = useMemo(() => buildRouteTable(tree), [tree]);
  const items = useMemo(() => buildSidebar(tree), [tree]);
  const frame = useMemo(
    () => ({ dataProvider, brand: { title, logo }, table, items, lookAtMenu: look, firstRows }),
    [dataProvider, title, logo, table, items, look, firstRows],
  );
  // react-admin registers the resources again whenever its children change.
  const pages = useMemo(() => children ?? pagesOf(table), [children, table]);
  return (
    <ConsoleContext value={frame}>
      <ConsoleSearch menuTree={tree}>
        <CoreAdminUI layout={KeptPagesLayout} title={title} disableTelemetry>
          {pages}
        </CoreAdminUI>
      </ConsoleSearch>
    </ConsoleContext>
  );
}

/** A `<Resource>` for each declared resource in the menu, and custom routes for the pages written by hand. */
function pagesOf({ routes }: RouteTable) {
  const shown = routes.filter(({ redirect }) => redirect === null);
  const [declared, handWritten] = [shown.filter(isDeclared), shown.filter((route) => !isDeclared(route))];
  return [
    ...declared.map((route) => (
      <MenuResource
        key={route.key}
        name={route.pattern.slice(1)}
        resource={route.page}
        list={<ListPage name={route.page} route={route} />}
        importing={<ImportFilesPage name={route.page} route={route} />}
        create={<CreatePage name={route.page} route={route} />}
        edit={<EditPage name={route.page} route={route} />}
        show={<ShowPage name={route.page} route={route} />}
      />
    )),
    <CustomRoutes key="pages written by hand">
      {handWritten.map((route) => (
        <Route key={route.key} path={route.pattern} element={<HandWrittenPage route={route} />} />
      ))}
    </CustomRoutes>,
  ];
}

function isDeclared(route: MenuRoute): route is MenuRoute & { page: string } {
  return route.page !== null && !builtInPages.has(route.page);
}

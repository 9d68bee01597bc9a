import './api/zodConfig.ts';
import { useMemo, useState } from 'react';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, type I18nProvider } from 'react-admin';
import { Route } from 'react-router-dom';
import type { MenuTree } from '#shared/contract/session.ts';
import { askAhead } from './app/askAhead.ts';
import { builtInPages, HandWrittenPage } from './app/builtInPages.tsx';
import { ConsoleContext } from './app/ConsoleContext.ts';
import { ConsoleProviders } from './app/ConsoleProviders.tsx';
import { ConsoleSearch } from './app/ConsoleSearch.tsx';
import { createAdmin } from './app/createAdmin.ts';
import type { Entrance } from './entry/entrance.ts';
import { KeptPagesLayout } from './shell/openPages/KeptPagesLayout.tsx';
import { buildRouteTable, type MenuRoute, type RouteTable } from './shell/menu/routeTable.ts';
import { buildSidebar } from './shell/menu/sidebar.ts';
import { MenuResource, CreatePage, EditPage, ListPage, ShowPage } from './app/resourcePages.tsx';
import { ConsoleRouter } from './ui/router/ConsoleRouter.tsx';
import type { Services } from './app/services.ts';
import { useMenuTree } from './app/useMenuTree.ts';
import { useI18nProvider, type I18nConfig } from './i18n/i18nProvider.ts';

export interface AppProps extends I18nConfig {
  /** The session's token. A switch between live and test data gives it a new one. */
  token: string;
  services: Services;
  entrance: Entrance;
}

/** Mounted at sign-in, unmounted at sign-out. Texts outlive a switch of sides, as code that is loaded relies on them. */
export function App({ token, services, entrance, ...languages }: AppProps) {
  const i18nProvider = useI18nProvider(languages);
  return (
    <SessionConsole
      key={token}
      services={services}
      entrance={entrance}
      language={languages.language}
      i18nProvider={i18nProvider}
    />
  );
}

interface SessionConsoleProps extends Pick<AppProps, 'services' | 'entrance' | 'language'> {
  i18nProvider: I18nProvider;
}

/** The console of one token, without data, pages and drafts of the previous one. */
function SessionConsole({ services, entrance, language, i18nProvider }: SessionConsoleProps) {
  const [{ admin, firstRows }] = useState(() => {
    const made = createAdmin(services);
    // After the i18n provider, which loads the texts of the pages that are prefetched.
    return { admin: made, firstRows: askAhead(made, services, window.location) };
  });
  return (
    <ConsoleRouter>
      <CoreAdminContext {...admin} i18nProvider={i18nProvider}>
        <ConsoleProviders services={services} language={language}>
          <LiveConsole services={services} entrance={entrance} firstRows={firstRows} />
        </ConsoleProviders>
      </CoreAdminContext>
    </ConsoleRouter>
  );
}

/** Follows the menu, which an administrator may change while people work. */
function LiveConsole(props: Omit<ConsoleProps, 'menuTree' | 'lookAtMenu'>) {
  const { tree, look } = useMenuTree(props.services);
  return <Console {...props} menuTree={tree} lookAtMenu={look} />;
}

interface ConsoleProps extends Pick<AppProps, 'services' | 'entrance'> {
  menuTree: MenuTree;
  /** Fetches the menu now. */
  lookAtMenu: () => Promise<MenuTree>;
  firstRows: Promise<void>;
}

/** react-admin's UI with the pages of the menu. */
export function Console({ services, entrance, menuTree, lookAtMenu, firstRows }: ConsoleProps) {
  const table = useMemo(() => buildRouteTable(menuTree), [menuTree]);
  const items = useMemo(() => buildSidebar(menuTree), [menuTree]);
  const parts = useMemo(
    () => ({ services, entrance, table, items, lookAtMenu, firstRows }),
    [services, entrance, table, items, lookAtMenu, firstRows],
  );
  // react-admin registers the resources again whenever its children change.
  const pages = useMemo(() => pagesOf(table), [table]);
  return (
    <ConsoleContext value={parts}>
      <ConsoleSearch menuTree={menuTree}>
        <CoreAdminUI layout={KeptPagesLayout} title={services.settings.productTitle} disableTelemetry>
          {pages}
        </CoreAdminUI>
      </ConsoleSearch>
    </ConsoleContext>
  );
}

/** A `<Resource>` for each declared resource in the menu, and custom routes for the pages written by hand. */
function pagesOf({ routes }: RouteTable) {
  const resourcePage = ({ page }: MenuRoute) => (page === null || builtInPages.has(page) ? null : page);
  const shown = routes.filter(({ redirect }) => redirect === null);
  return [
    ...shown.flatMap((route) => {
      const name = resourcePage(route);
      if (name === null) return [];
      const page = { name, route };
      return (
        <MenuResource
          key={route.key}
          name={route.pattern.slice(1)}
          resource={name}
          list={<ListPage {...page} />}
          create={<CreatePage {...page} />}
          edit={<EditPage {...page} />}
          show={<ShowPage {...page} />}
        />
      );
    }),
    <CustomRoutes key="pages written by hand">
      {shown
        .filter((route) => resourcePage(route) === null)
        .map((route) => (
          <Route key={route.key} path={route.pattern} element={<HandWrittenPage route={route} />} />
        ))}
    </CustomRoutes>,
  ];
}

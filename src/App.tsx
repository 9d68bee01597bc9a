import './api/zodConfig.ts';
import { useMemo, useState } from 'react';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, type TranslationMessages } from 'react-admin';
import { Route } from 'react-router-dom';
import type { MenuTree } from '#shared/contract/session.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { builtInPages } from './builtInPages.tsx';
import { ConsoleContext } from './ConsoleContext.ts';
import { ConsoleProviders } from './ConsoleProviders.tsx';
import { ConsoleSearch } from './ConsoleSearch.tsx';
import { createAdmin } from './createAdmin.ts';
import type { Entrance } from './entrance.ts';
import { HandWrittenPage } from './HandWrittenPage.tsx';
import { KeptPagesLayout } from './KeptPagesLayout.tsx';
import { buildRouteTable, type MenuRoute, type RouteTable } from './menu/routeTable.ts';
import { buildSidebar } from './menu/sidebar.ts';
import { MenuResource } from './MenuResource.tsx';
import { ConsoleRouter } from './router/ConsoleRouter.tsx';
import type { Services } from './services.ts';
import { useConsoleI18n } from './useConsoleI18n.ts';
import { useFetchedParts } from './useFetchedParts.ts';
import { useMenuTree } from './useMenuTree.ts';
import { CreatePage, EditPage, ListPage, ShowPage } from './resourcePages.tsx';

export interface AppProps {
  services: Services;
  entrance: Entrance;
  firstLanguage: Language;
  /** All texts, in `firstLanguage`. */
  firstMessages: TranslationMessages;
  language: Language;
  onLanguageChange: (language: Language) => void;
}

/** The console of one session: mounted at sign-in, thrown away at sign-out. */
export function App({ services, entrance, ...languages }: AppProps) {
  const [{ declarations, ...admin }] = useState(() => createAdmin(services));
  const i18n = useConsoleI18n(languages);
  useFetchedParts();
  return (
    <ConsoleRouter>
      <CoreAdminContext {...admin} i18nProvider={i18n}>
        <ConsoleProviders {...{ services, declarations }} language={languages.language}>
          <LiveConsole services={services} entrance={entrance} />
        </ConsoleProviders>
      </CoreAdminContext>
    </ConsoleRouter>
  );
}

/** The menu as it is now: an administrator may change it while people work. */
function LiveConsole(props: Pick<AppProps, 'services' | 'entrance'>) {
  return <Console {...props} menuTree={useMenuTree(props.services)} />;
}

interface ConsoleProps extends Pick<AppProps, 'services' | 'entrance'> {
  menuTree: MenuTree;
}

/** The pages of the menu, as react-admin's resources and custom routes. */
export function Console({ services, entrance, menuTree }: ConsoleProps) {
  const table = useMemo(() => buildRouteTable(menuTree), [menuTree]);
  const items = useMemo(() => buildSidebar(menuTree), [menuTree]);
  const parts = useMemo(() => ({ services, entrance, table, items }), [services, entrance, table, items]);
  // react-admin looks for resources whenever its children are others.
  const pages = useMemo(() => pagesOf(table), [table]);
  return (
    <ConsoleContext value={parts}>
      <ConsoleSearch api={services.api} menuTree={menuTree}>
        <CoreAdminUI layout={KeptPagesLayout} title={services.settings.productTitle} disableTelemetry>
          {pages}
        </CoreAdminUI>
      </ConsoleSearch>
    </ConsoleContext>
  );
}

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

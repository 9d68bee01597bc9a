import './api/zodConfig.ts';
import { useMemo, useState, useEffect } from 'react';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, type TranslationMessages, type I18nProvider } from 'react-admin';
import { Route } from 'react-router-dom';
import type { MenuTree } from '#shared/contract/session.ts';
import type { Language } from '#shared/i18n/languages.ts';
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
import { createI18nProvider } from './i18n/i18nProvider.ts';
import { prefetchAll } from './ui/loading/onDemand.tsx';
import { savesData } from './ui/loading/savesData.ts';

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
  const i18n = useConsoleI18n(languages);
  const [{ admin, firstRows }] = useState(() => {
    const made = createAdmin(services);
    // Not before there is an i18n provider, which brings the texts of what is asked for.
    return { admin: made, firstRows: askAhead(made, services, window.location) };
  });
  useFetchedParts();
  return (
    <ConsoleRouter>
      <CoreAdminContext {...admin} i18nProvider={i18n}>
        <ConsoleProviders services={services} language={languages.language}>
          <LiveConsole {...{ services, entrance, firstRows }} />
        </ConsoleProviders>
      </CoreAdminContext>
    </ConsoleRouter>
  );
}

/** The menu as it is now: an administrator may change it while people work. */
function LiveConsole(props: Omit<ConsoleProps, 'menuTree'>) {
  return <Console {...props} menuTree={useMenuTree(props.services)} />;
}

interface ConsoleProps extends Pick<AppProps, 'services' | 'entrance'> {
  menuTree: MenuTree;
  firstRows: Promise<void>;
}

/** The pages of the menu, as react-admin's resources and custom routes. */
export function Console({ services, entrance, menuTree, firstRows }: ConsoleProps) {
  const table = useMemo(() => buildRouteTable(menuTree), [menuTree]);
  const items = useMemo(() => buildSidebar(menuTree), [menuTree]);
  const parts = useMemo(
    () => ({ services, entrance, table, items, firstRows }),
    [services, entrance, table, items, firstRows],
  );
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

interface ConsoleI18nConfig {
  firstLanguage: Language;
  firstMessages: TranslationMessages;
  /** The language wanted now. */
  language: Language;
  onLanguageChange: (language: Language) => void;
}

/** react-admin's texts. A new object with each language: all that shows texts renders again, and keeps its state. */
function useConsoleI18n({ firstLanguage, firstMessages, language, onLanguageChange }: ConsoleI18nConfig) {
  const [i18n, setI18n] = useState<I18nProvider>(() =>
    createI18nProvider(firstLanguage, firstMessages, (chosen) => {
      onLanguageChange(chosen);
      setI18n((current) => ({ ...current }));
    }),
  );
  useEffect(() => {
    if (language !== i18n.getLocale()) void i18n.changeLocale(language).catch(console.error);
    // Only a change from outside counts: one from inside is under way already.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [language]);
  return i18n;
}

/** When the first page has long been there, in milliseconds. */
const FETCH_AFTER = 5000;

/**
 * Fetches the parts that are loaded when they are first needed, while there is a connection: without one, neither a
 * form nor a menu nor the warning before signing out could open. Not for a browser that is told to save data.
 */
function useFetchedParts(): void {
  useEffect(() => {
    if (savesData()) return;
    const timer = setTimeout(() => {
      // What does not come now is asked for again when it is needed.
      void Promise.allSettled([import('./shell/idle/IdleDialog.tsx'), prefetchAll()]);
    }, FETCH_AFTER);
    return () => clearTimeout(timer);
  }, []);
}

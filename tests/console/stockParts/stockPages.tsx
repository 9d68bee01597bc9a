import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fakeRestProvider from 'ra-data-fakerest';
import { useMemo, type ReactElement } from 'react';
import { CoreAdminContext, CoreAdminUI, useInput, type InputProps } from 'react-admin';
import { afterEach, beforeEach, vi } from 'vitest';
import { createConsoleSession } from '#console/api/sessionStore.ts';
import { ConsoleContext } from '#console/app/ConsoleContext.ts';
import { ConsoleProviders } from '#console/app/ConsoleProviders.tsx';
import { createAdmin } from '#console/app/createAdmin.ts';
import { createEntrance } from '#console/entry/entrance.ts';
import { createI18nProvider } from '#console/i18n/i18nProvider.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { KeptPagesLayout } from '#console/shell/openPages/KeptPagesLayout.tsx';
import { buildRouteTable } from '#console/shell/menu/routeTable.ts';
import { buildSidebar } from '#console/shell/menu/sidebar.ts';
import { MenuResource } from '#console/app/resourcePages.tsx';
import { createNoticeBoard } from '#console/entry/login/Notice.tsx';
import { ConsoleRouter } from '#console/ui/router/ConsoleRouter.tsx';
import { createServices } from '#console/app/services.ts';
import type { MenuTree } from '#shared/contract/session.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { sampleSession } from '#tests/support/sampleSession.ts';
import { createFakeWindow } from '../fakeWindow.ts';

const i18nProvider = createI18nProvider('en', await loadMessages('en'), () => {});
const entry = { icon: null, index: 0, redirect: null, is_hidden: 0 } as const;
export const permissions = (name: string) =>
  ['list', 'show', 'create', 'edit', 'delete', 'export'].map((operation) => `${name}.${operation}`);
/** People have another address than react-admin's default. */
const MENU: MenuTree = [
  {
    ...entry,
    id: 'a',
    url_name: 'staff',
    component_path: 'people',
    title: 'People',
    permissions: permissions('people'),
  },
  { ...entry, id: 'b', url_name: 'teams', component_path: 'teams', title: 'Teams', permissions: permissions('teams') },
];

interface PeoplePages {
  list?: ReactElement;
  create?: ReactElement;
  edit?: ReactElement;
  show?: ReactElement;
}

/** The console's frame, router, theme and texts around pages that consist of react-admin's components alone. */
export function openStockPages(address: string, { list = <p>None</p>, ...pages }: PeoplePages) {
  const fake = createFakeWindow(address);
  const { cookies } = createMemoryBrowser();
  const session = createConsoleSession({ cookies, storage: localStorage, secure: false });
  session.save(sampleSession({ routers: MENU }));
  const entrance = createEntrance({ browser: fake.browser, getToken: session.getToken });
  const clock = { now: () => new Date() };
  const config = { browser: window, settings: '{}', cookies, clock, entrance, notices: createNoticeBoard() };
  const services = createServices({ ...config, isProduction: true });
  const admin = createAdmin(services);
  const dataProvider = fakeRestProvider({
    people: [
      { id: 1, name: 'Ada', team_id: 7, age: 36, born: '1815-12-10', skills: [{ name: 'Engines' }] },
      { id: 2, name: 'Grace', team_id: 7, age: 45, born: '1906-12-09', skills: [] },
    ],
    teams: [{ id: 7, name: 'Compilers' }],
  });
  function Frame() {
    const parts = useMemo(() => {
      const menu = { table: buildRouteTable(MENU), items: buildSidebar(MENU) };
      return { services, entrance, ...menu, lookAtMenu: async () => MENU, firstRows: Promise.resolve() };
    }, []);
    const resources = useMemo(
      () => [
        <MenuResource key="people" name="staff" resource="people" list={list} {...pages} />,
        <MenuResource key="teams" name="teams" resource="teams" list={<p>All teams</p>} />,
      ],
      [],
    );
    return (
      <ConsoleContext value={parts}>
        <CoreAdminUI layout={KeptPagesLayout} disableTelemetry>
          {resources}
        </CoreAdminUI>
      </ConsoleContext>
    );
  }
  window.history.replaceState(null, '', address);
  render(
    <ConsoleRouter>
      <CoreAdminContext {...admin} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <ConsoleProviders services={services} language="en">
          <Frame />
        </ConsoleProviders>
      </CoreAdminContext>
    </ConsoleRouter>,
  );
  return { dataProvider, user: userEvent.setup() };
}

export const address = () => window.location.pathname + window.location.search;
export const page = () => within(screen.getByRole('main'));
/** Stubs what jsdom lacks, for each test of a file. */
export function fillInForBrowser(): void {
  beforeEach(() => {
    localStorage.clear();
    vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
    vi.spyOn(document.body, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1440, 900));
    // A server that responds but has no calls. Without a server, the console would be offline.
    vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
    // jsdom has no IntersectionObserver, so the end of a list never becomes visible.
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

/** Written as in react-admin's documentation. */
export function PlainInput(props: InputProps & { label: string }) {
  const { id, field } = useInput(props);
  return (
    <p>
      <label htmlFor={id}>{props.label}</label>
      <input id={id} {...field} />
    </p>
  );
}

import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fakeRestProvider from 'ra-data-fakerest';
import type { ReactElement } from 'react';
import { useInput, type InputProps } from 'react-admin';
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import { App } from '#console/App.tsx';
import type { Api } from '#console/api/createApi.ts';
import { MenuResource } from '#console/app/resourcePages.tsx';
import { createI18nProvider } from '#console/i18n/i18nProvider.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import {
  UnknownDeclarationError,
  type DeclarationSource,
} from '../../../packages/ra-declared/src/declaration/DeclarationSource.ts';
import type { MenuTree } from '#shared/contract/session.ts';
import { fakeAuthProvider } from '#tests/support/fakeSession.ts';

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

/** The console around pages that consist of react-admin's components alone. */
export function openStockPages(address: string, { list = <p>None</p>, ...pages }: PeoplePages) {
  const dataProvider = fakeRestProvider({
    people: [
      { id: 1, name: 'Ada', team_id: 7, age: 36, born: '1815-12-10', skills: [{ name: 'Engines' }] },
      { id: 2, name: 'Grace', team_id: 7, age: 45, born: '1906-12-09', skills: [] },
    ],
    teams: [{ id: 7, name: 'Compilers' }],
  });
  window.history.replaceState(null, '', address);
  render(
    <App
      dataProvider={Object.assign(dataProvider, { call: noCalls, getDeclaration: noDeclarations })}
      authProvider={fakeAuthProvider(MENU)}
      i18nProvider={i18nProvider}
    >
      <MenuResource name="staff" resource="people" list={list} {...pages} />
      <MenuResource name="teams" resource="teams" list={<p>All teams</p>} />
    </App>,
  );
  return { dataProvider, user: userEvent.setup() };
}

const noCalls: Api = ({ path }) => Promise.reject(new Error(`Not expected: ${path}`));
const noDeclarations: DeclarationSource = (name) => Promise.reject(new UnknownDeclarationError(name));

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

/**
 * Makes a change that can be undone, and lets the time for that pass at once. The change is sent then.
 * @param change a click, which shows the notification with the button
 */
export async function pastUndo(change: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await change();
  await screen.findByRole('button', { name: 'Undo' });
  act(() => void vi.advanceTimersByTime(UNDO_MS));
}

/** React-admin's default, in milliseconds. */
const UNDO_MS = 4000;

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

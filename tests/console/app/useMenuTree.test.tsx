import { act, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, type HttpClient } from '@merchant-console/ra-provider';
import { createMenuVersion } from '#console/api/menuVersion.ts';
import { MENU_VERSION_HEADER } from '#shared/contract/menuVersion.ts';
import { ApiProvider, createApi } from '#console/api/createApi.ts';
import { createConsoleSession } from '#console/api/sessionStore.ts';
import { useMenuTree } from '#console/app/useMenuTree.ts';
import type { MenuTree } from '#shared/contract/session.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { sampleSession } from '#tests/support/sampleSession.ts';
import { renderInConsole } from '../shell/renderInConsole.tsx';

const entry = { icon: null, index: 0, redirect: null, is_hidden: 0, component_path: 'suppliers' } as const;
const CHANGED: MenuTree = [{ ...entry, id: '9', url_name: 'suppliers', title: 'Suppliers' }];

afterEach(() => void vi.useRealTimers());

function setUp(answer: () => MenuTree | Error, versionAtSignIn: string | null = null) {
  const asked: string[] = [];
  const session = createConsoleSession({ ...createMemoryBrowser(), secure: false });
  session.save(sampleSession());
  const httpClient: HttpClient = (url) => {
    asked.push(url);
    const given = answer();
    if (given instanceof Error) return Promise.reject(given);
    return Promise.resolve({ status: 200, headers: new Headers(), body: '', json: given });
  };
  const api = createApi('/prod-api', httpClient);
  const menuVersion = createMenuVersion();
  if (versionAtSignIn !== null) {
    menuVersion.note(new Headers({ [MENU_VERSION_HEADER]: versionAtSignIn }));
    menuVersion.noteMenu();
  }
  /** Simulates a response with this menu version. */
  const tell = (version: string) => act(() => menuVersion.note(new Headers({ [MENU_VERSION_HEADER]: version })));
  function Menu() {
    const ids = useMenuTree({ ...session, menuVersion }).tree.map(({ id }) => id);
    return (
      <>
        <p>{`menu ${ids.join()}`}</p>
        <Link to="/first">first</Link>
        <Link to="/second">second</Link>
      </>
    );
  }
  renderInConsole(
    <ApiProvider value={api}>
      <Menu />
    </ApiProvider>,
    '/dashboard',
  );
  return { asked, session, menuVersion, tell };
}

describe('the menu of a session', () => {
  it('is that of the sign-in until the server announces a change, and is then stored', async () => {
    const { asked, session } = setUp(() => CHANGED);
    expect(screen.getByText('menu 1')).toBeInTheDocument();
    expect(await screen.findByText('menu 9')).toBeInTheDocument();
    expect(asked).toEqual(['/prod-api/menu-tree']);
    expect(session.getMenuTree()).toEqual(CHANGED);
  });

  it('is not requested right after the sign-in that brought it, unless the server names another version', async () => {
    const { asked, tell } = setUp(() => CHANGED, '1');
    tell('1');
    expect(asked).toEqual([]);
    await act(async () => screen.getByText('first').click());
    expect(asked).toEqual([]);
    tell('2');
    expect(await screen.findByText('menu 9')).toBeInTheDocument();
    expect(asked).toEqual(['/prod-api/menu-tree']);
  });

  it('is kept if there is no response or the response has no page', async () => {
    const { asked, session } = setUp(() => (asked.length === 1 ? ApiError.network(null) : []));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.getByText('menu 1')).toBeInTheDocument();
    expect(session.getMenuTree()).toEqual(sampleSession().routers);
  });

  it('is refetched on navigation once it is five seconds old, if the server sends no version', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const { asked } = setUp(() => CHANGED);
    await act(() => vi.advanceTimersByTimeAsync(100));
    await act(async () => screen.getByText('first').click());
    expect(asked).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(5_100));
    await act(async () => screen.getByText('second').click());
    expect(asked).toHaveLength(2);
  });

  it('is refetched after navigation if the server has announced another version', async () => {
    const { asked, tell } = setUp(() => CHANGED);
    tell('1');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(await screen.findByText('menu 9')).toBeInTheDocument();
    await act(async () => screen.getByText('first').click());
    tell('1');
    expect(asked).toHaveLength(1);
    // The user has not navigated since, so the open page stays.
    tell('2');
    expect(asked).toHaveLength(1);
    await act(async () => screen.getByText('second').click());
    expect(asked).toHaveLength(2);
    await act(async () => screen.getByText('first').click());
    tell('3');
    expect(asked).toHaveLength(3);
  });
});

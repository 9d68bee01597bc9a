import { act, screen } from '@testing-library/react';
import { Link } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HttpClient } from '#console/api/httpClient.ts';
import { createApi } from '#console/api/createApi.ts';
import { ApiError } from '#console/api/ApiError.ts';
import { createSessionStore } from '#console/api/sessionStore.ts';
import { useMenuTree } from '#console/useMenuTree.ts';
import type { MenuTree } from '#shared/contract/session.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { sampleSession } from '#tests/support/sampleSession.ts';
import { renderInConsole } from './layout/renderInConsole.tsx';

const entry = { icon: null, index: 0, redirect: null, is_hidden: 0, component_path: 'suppliers' } as const;
const CHANGED: MenuTree = [{ ...entry, id: '9', url_name: 'suppliers', title: 'Suppliers' }];

afterEach(() => void vi.useRealTimers());

function setUp(answer: () => MenuTree | Error) {
  const asked: string[] = [];
  const session = createSessionStore({ ...createMemoryBrowser(), secure: false });
  session.save(sampleSession());
  const httpClient: HttpClient = (url) => {
    asked.push(url);
    const given = answer();
    if (given instanceof Error) return Promise.reject(given);
    return Promise.resolve({ status: 200, headers: new Headers(), body: '', json: given });
  };
  const api = createApi('/prod-api', httpClient);
  function Menu() {
    const ids = useMenuTree({ api, session }).map(({ id }) => id);
    return (
      <>
        <p>{`menu ${ids.join()}`}</p>
        <Link to="/first">first</Link>
        <Link to="/second">second</Link>
      </>
    );
  }
  renderInConsole(<Menu />, '/dashboard');
  return { asked, session };
}

describe('the menu of a session', () => {
  it('is that of the sign-in until the server says otherwise, and is then kept', async () => {
    const { asked, session } = setUp(() => CHANGED);
    expect(screen.getByText('menu 1')).toBeInTheDocument();
    expect(await screen.findByText('menu 9')).toBeInTheDocument();
    expect(asked).toEqual(['/prod-api/menu-tree']);
    expect(session.getMenuTree()).toEqual(CHANGED);
  });

  it('stays as it was without an answer, or when the answer holds no page', async () => {
    const { asked, session } = setUp(() => (asked.length === 1 ? ApiError.network(null) : []));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.getByText('menu 1')).toBeInTheDocument();
    expect(session.getMenuTree()).toEqual(sampleSession().routers);
  });

  it('is asked for again on the way to another page, once it is five seconds old', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const { asked } = setUp(() => CHANGED);
    await act(() => vi.advanceTimersByTimeAsync(100));
    await act(async () => screen.getByText('first').click());
    expect(asked).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(5_100));
    await act(async () => screen.getByText('second').click());
    expect(asked).toHaveLength(2);
  });
});

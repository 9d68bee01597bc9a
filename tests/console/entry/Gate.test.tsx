import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createConsoleSession } from '#console/api/sessionStore.ts';
import { createBackend } from '#console/app/backend.ts';
import type { SignedInConsoleProps } from '#console/app/SignedInConsole.tsx';
import { createEntrance } from '#console/entry/entrance.ts';
import { reloadRefusal } from '#console/entry/login/FormRefusal.ts';
import { Gate, type OpenedConsole } from '#console/entry/Gate.tsx';
import { loadLoginTexts } from '#console/i18n/loadLoginTexts.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { createNoticeBoard } from '#console/entry/login/Notice.tsx';
import type { Language } from '@merchant-console/declaration/languages';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { sampleSession } from '#tests/support/sampleSession.ts';
import { createFakeWindow } from '../fakeWindow.ts';

const firstTexts = await loadLoginTexts('en');
const messages = await loadMessages('en');

/** Stands in for the signed-in console and keeps state in memory for each token, as it does. */
function Console({ token, backend }: SignedInConsoleProps) {
  const { authProvider } = backend.createProviders();
  return (
    <>
      <p>console</p>
      <input key={token} aria-label="Memory" />
      <button type="button" onClick={() => void authProvider.logout({})}>
        Log out
      </button>
    </>
  );
}

interface SetUp {
  address?: string;
  /** The server's response to every call. */
  answer?: { code: number; msg: string; data: unknown };
  settings?: string;
  /** Whether the browser takes cookies. */
  takesCookies?: boolean;
  storage?: Storage;
  openConsole?: (language: Language) => Promise<OpenedConsole>;
}

/** Room in characters for each of the local storage's items, in which one item already lies. */
function smallStorage(room: number): Storage {
  const items = new Map([['other', '']]);
  const methods = {
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
    setItem(key: string, text: string) {
      if (items.has('other') && text.length > room) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, text);
    },
  };
  return Object.assign(Object.create(localStorage), methods);
}

function setUp({
  address = '/login',
  answer = { code: 0, msg: '', data: sampleSession() },
  settings = '{}',
  takesCookies = true,
  storage = localStorage,
  ...given
}: SetUp = {}) {
  const fake = createFakeWindow(address);
  const jar = createMemoryBrowser().cookies;
  const cookies = takesCookies ? jar : { ...jar, set: () => {} };
  const session = createConsoleSession({ cookies, storage, secure: false });
  const entrance = createEntrance({ browser: fake.browser, getToken: session.getToken });
  const notices = createNoticeBoard();
  const requests: string[] = [];
  const tokens: (string | null)[] = [];
  const browser = Object.create(window, {
    localStorage: { value: storage },
    fetch: {
      value: async (url: string, { headers }: { headers?: Headers }) => {
        requests.push(url);
        tokens.push(headers?.get('X-Token') ?? null);
        return Response.json(answer);
      },
    },
  });
  const clock = { now: () => new Date() };
  const backend = createBackend({ browser, settings, cookies, clock, entrance, notices });
  const remembered: Language[] = [];
  let loads = 0;
  const openConsole = async (language: Language): Promise<OpenedConsole> => {
    loads += 1;
    return { Console, backend, language, messages };
  };
  render(
    <Gate
      brand={{ productTitle: 'Product', logo: '/logo.svg' }}
      enrolmentCalls={backend.enrolmentCalls}
      firstLanguage="en"
      loadTexts={loadLoginTexts}
      rememberLanguage={(language) => remembered.push(language)}
      firstConsole={null}
      entrance={entrance}
      notices={notices}
      firstTexts={firstTexts}
      openConsole={given.openConsole ?? openConsole}
    />,
  );
  return {
    fake,
    session: backend.session,
    notices,
    requests,
    tokens,
    remembered,
    loads: () => loads,
    user: userEvent.setup(),
  };
}

async function signIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Username'), 'demo');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.type(screen.getByLabelText('Authenticator code'), '123456{Enter}');
}

describe('signing in', () => {
  it("begins at the login page, which sets the window's title and doesn't load the console", () => {
    const { loads } = setUp();
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
    expect(document.title).toBe('Sign in - Product');
    expect(loads()).toBe(0);
  });

  it('loads the console while the user types', async () => {
    const { loads, requests, user } = setUp();
    await user.type(screen.getByLabelText('Username'), 'd');
    expect(loads()).toBeGreaterThan(0);
    expect(requests).toEqual([]);
  });

  it('leads to the requested address of the console', async () => {
    const { fake, requests, tokens, user } = setUp({ address: '/orders?page=2' });
    await signIn(user);
    expect(await screen.findByText('console')).toBeInTheDocument();
    expect(fake.address()).toBe('/orders?page=2');
    expect(requests).toEqual(['/prod-api/login', '/resources.json']);
    expect(tokens).toEqual([null, sampleSession().login_token]);
  });

  it("doesn't give the token to another host than the API's", async () => {
    const { tokens, user } = setUp({ settings: '{"apiBase":"https://api.example.com/prod-api"}' });
    await signIn(user);
    await screen.findByText('console');
    expect(tokens).toEqual([null, null]);
  });

  it('stays at the login page if the server rejects it', async () => {
    const { user } = setUp({ answer: { code: 401, msg: 'Wrong.', data: null } });
    await signIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong.');
    expect(screen.getByLabelText('Username')).toHaveValue('demo');
  });

  it('stays at the login page for a user without a menu', async () => {
    const { user } = setUp({ answer: { code: 0, msg: '', data: sampleSession({ routers: [] }) } });
    await signIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('getInfo: roles must be a non-null array!');
  });

  it('happens here too after a sign-in in another tab', async () => {
    const { fake, session } = setUp({ address: '/orders' });
    await act(async () => session.save(sampleSession()));
    expect(await screen.findByText('console')).toBeInTheDocument();
    expect(fake.address()).toBe('/orders');
  });
});

describe('a browser that can’t keep the session', () => {
  const refused = async () => (await screen.findByRole('alert')).textContent;

  it('is told to allow cookies, before the code is used up', async () => {
    const { requests, user } = setUp({ takesCookies: false });
    await signIn(user);
    expect(await refused()).toMatch(/Allow cookies for this site, then reload\.Reload/);
    expect(requests).toEqual([]);
    expect(screen.getByLabelText('Authenticator code')).toHaveValue('123456');
  });

  it('is offered to free its full storage, before the code is used up, and signs in then', async () => {
    const { requests, user } = setUp({ storage: smallStorage(100) });
    await signIn(user);
    expect(await refused()).toMatch(/storage for this site is full/);
    expect(requests).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete and sign in' }));
    expect(await screen.findByText('console')).toBeInTheDocument();
    expect(requests).toEqual(['/prod-api/login', '/resources.json']);
  });

  it('keeps a sign-in whose menu is larger than expected, so that its code isn’t needed again', async () => {
    const routers = sampleSession().routers.map((entry) => ({ ...entry, title: 'x'.repeat(20_000) }));
    const { requests, user } = setUp({
      storage: smallStorage(20_000),
      answer: { code: 0, msg: '', data: sampleSession({ routers }) },
    });
    await signIn(user);
    expect(await refused()).toMatch(/storage for this site is full/);
    await user.click(screen.getByRole('button', { name: 'Delete and sign in' }));
    expect(await screen.findByText('console')).toBeInTheDocument();
    expect(requests.filter((url) => url === '/prod-api/login')).toHaveLength(1);
  });

  it('signs in if only preferences don’t fit', async () => {
    const { user } = setUp({
      storage: Object.assign(smallStorage(1_000_000), {
        setItem(key: string) {
          if (key !== 'storage-check' && key !== 'roles') throw new DOMException('full', 'QuotaExceededError');
        },
      }),
    });
    await signIn(user);
    expect(await screen.findByText('console')).toBeInTheDocument();
  });
});

describe('a page older than the server’s console', () => {
  const openConsole = () =>
    Promise.reject(reloadRefusal('login.outdated', { reload: () => {} }, new TypeError('imported module')));

  it('says so and offers to reload, without using up the code', async () => {
    const { requests, user } = setUp({ openConsole });
    await signIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('This page is out of date');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
    expect(requests).toEqual([]);
  });

  it('says so after a sign-in in another tab', async () => {
    const { session } = setUp({ openConsole });
    await act(async () => session.save(sampleSession()));
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeInTheDocument();
  });
});

describe('signing out', () => {
  it('leads to the login page, which remembers the address', async () => {
    const { fake, requests, user } = setUp();
    await signIn(user);
    await screen.findByText('console');
    fake.push('/orders?page=2');
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
    expect(fake.address()).toBe('/login?redirect=%2Forders%3Fpage%3D2');
    expect(requests).toEqual(['/prod-api/login', '/resources.json', '/prod-api/logout']);
  });

  it('leaves nothing of one session to the next', async () => {
    const { session, user } = setUp();
    await signIn(user);
    await user.type(await screen.findByLabelText('Memory'), 'of the first');
    await act(async () => session.save(sampleSession({ login_token: 'second-token'.padEnd(43, '.') })));
    expect(screen.getByLabelText('Memory')).toHaveValue('');
  });

  it('shows for a while why the session has ended', async () => {
    const { notices } = setUp();
    act(() => notices.show({ kind: 'error', text: 'Signed in elsewhere.', lastsMs: 0 }));
    expect(screen.getByRole('alert')).toHaveTextContent('Signed in elsewhere.');
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  });

  it('keeps a notice without an end until it is closed', async () => {
    const { notices, user } = setUp();
    act(() => notices.show({ kind: 'error', text: 'errors.empty_roles' }));
    expect(screen.getByRole('alert')).toHaveTextContent('getInfo: roles must be a non-null array!');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the language', () => {
  it('can be changed before sign-in; the input is kept and the choice is remembered', async () => {
    const { remembered, user } = setUp();
    await user.type(screen.getByLabelText('Username'), 'demo');
    await user.selectOptions(screen.getByLabelText('Language'), '日本語');
    expect(await screen.findByRole('heading', { name: 'ログイン' })).toBeInTheDocument();
    expect(screen.getByLabelText('ユーザー名')).toHaveValue('demo');
    await expect.poll(() => document.title).toBe('ログイン - Product');
    expect(remembered).toEqual(['ja']);
  });
});

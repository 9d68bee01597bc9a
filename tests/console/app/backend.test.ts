import { describe, expect, it, vi } from 'vitest';
import { createConsoleSession } from '#console/api/sessionStore.ts';
import { createBackend } from '#console/app/backend.ts';
import { createEntrance } from '#console/entry/entrance.ts';
import { createNoticeBoard } from '#console/entry/login/Notice.tsx';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { sampleSession } from '#tests/support/sampleSession.ts';
import { createFakeWindow } from '../fakeWindow.ts';

it('a session doesn’t change sides if the browser can’t store the new token', async () => {
  const { cookies } = createMemoryBrowser();
  createConsoleSession({ cookies, storage: localStorage, secure: false }).save(sampleSession());
  const { browser } = createFakeWindow('/orderList');
  const requests: string[] = [];
  const fetch = async (url: string) => {
    requests.push(url);
    return Response.json({ code: 0, msg: '', data: sampleSession() });
  };
  const { authProvider } = createBackend({
    browser: Object.create(window, { fetch: { value: fetch } }),
    settings: '{"productTitle":"Product"}',
    cookies: { ...cookies, set: () => {} },
    clock: { now: () => new Date() },
    entrance: createEntrance({ browser, getToken: () => cookies.get('Admin-Token') ?? null }),
    notices: createNoticeBoard(),
  }).createProviders();
  await expect(authProvider.switchSide?.('test', '/')).rejects.toMatchObject({ messageKey: 'errors.unstored' });
  expect(requests.filter((url) => url.includes('test-mode'))).toEqual([]);
});

describe('after a sign-in, the console opens', () => {
  it('when the declarations have arrived', async () => {
    const { signIn, entrance, answerDeclarations, requested } = signingIn();
    const signedIn = signIn();
    await vi.waitFor(() => expect(requested).toContain('/resources.json'));
    expect(entrance.getScreen().name).toBe('signIn');
    answerDeclarations();
    await signedIn;
    expect(entrance.getScreen().name).toBe('console');
  });

  it('without the declarations if they are slow', async () => {
    const { signIn, entrance } = signingIn({ isTimeOver: true });
    await signIn();
    expect(entrance.getScreen().name).toBe('console');
  });

  it('without the declarations if they can’t be loaded', async () => {
    const { signIn, entrance, answerDeclarations } = signingIn();
    answerDeclarations(500);
    await signIn();
    expect(entrance.getScreen().name).toBe('console');
  });
});

/** A browser at the login page. Its requests are answered with a session, except the one for all declarations. */
function signingIn({ isTimeOver = false } = {}) {
  const { cookies } = createMemoryBrowser();
  const { browser } = createFakeWindow('/login');
  let answerDeclarations = (_status?: number): void => {};
  const declarations = new Promise<Response>((resolve) => {
    answerDeclarations = (status = 200) => resolve(Response.json({}, { status }));
  });
  const requested: string[] = [];
  const fetch = async (url: string) => {
    requested.push(url);
    if (url === '/resources.json') return declarations;
    return Response.json({ code: 0, msg: '', data: sampleSession() });
  };
  const setTimeout = (callback: () => void) => {
    if (isTimeOver) callback();
  };
  const entrance = createEntrance({ browser, getToken: () => cookies.get('Admin-Token') ?? null });
  const backend = createBackend({
    browser: Object.create(window, { fetch: { value: fetch }, setTimeout: { value: setTimeout } }),
    settings: '{"productTitle":"Product"}',
    cookies,
    clock: { now: () => new Date() },
    entrance,
    notices: createNoticeBoard(),
  });
  return {
    entrance,
    requested,
    signIn: () => backend.signIn({ username: 'demo', password: 'secret', totp_code: '123456' }),
    answerDeclarations,
  };
}

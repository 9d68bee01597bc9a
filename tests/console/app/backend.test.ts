import { expect, it } from 'vitest';
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

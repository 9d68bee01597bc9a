import { expect, it } from 'vitest';
import { createConsoleSession } from '#console/api/sessionStore.ts';
import { createServices } from '#console/app/services.ts';
import { createEntrance } from '#console/entry/entrance.ts';
import { createNoticeBoard } from '#console/entry/login/Notice.tsx';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { sampleSession } from '#tests/support/sampleSession.ts';
import { createFakeWindow } from '../fakeWindow.ts';

it('the error log doesn’t outlive its session, also if another tab has signed in somebody else', () => {
  const { cookies } = createMemoryBrowser();
  const session = createConsoleSession({ cookies, storage: localStorage, secure: false });
  session.save(sampleSession({ login_token: 'a'.repeat(64) }));
  const { browser } = createFakeWindow('/orderList');
  const entrance = createEntrance({ browser, getToken: session.getToken });
  const { errorLog } = createServices({
    browser: window,
    settings: '{"productTitle":"Product"}',
    cookies,
    clock: { now: () => new Date() },
    entrance,
    notices: createNoticeBoard(),
    isProduction: true,
  });
  errorLog.addFailure(new Error('Card 6222 cannot be shown'), '');
  entrance.look();
  expect(errorLog.get()).toHaveLength(1);
  // Another tab's store, over the same cookies. This tab was never without a session.
  const other = createConsoleSession({ cookies, storage: localStorage, secure: false });
  other.save(sampleSession({ login_token: 'b'.repeat(64) }));
  entrance.look();
  expect(errorLog.get()).toEqual([]);
});

it('a session doesn’t change sides if the browser can’t store the new token', async () => {
  const { cookies } = createMemoryBrowser();
  createConsoleSession({ cookies, storage: localStorage, secure: false }).save(sampleSession());
  const { browser } = createFakeWindow('/orderList');
  const requests: string[] = [];
  const fetch = async (url: string) => {
    requests.push(url);
    return Response.json({ code: 0, msg: '', data: sampleSession() });
  };
  const { switchSide } = createServices({
    browser: Object.create(window, { fetch: { value: fetch } }),
    settings: '{"productTitle":"Product"}',
    cookies: { ...cookies, set: () => {} },
    clock: { now: () => new Date() },
    entrance: createEntrance({ browser, getToken: () => cookies.get('Admin-Token') ?? null }),
    notices: createNoticeBoard(),
    isProduction: true,
  });
  await expect(switchSide('test', '/')).rejects.toMatchObject({ messageKey: 'errors.unstored' });
  expect(requests.filter((url) => url.includes('test-mode'))).toEqual([]);
});

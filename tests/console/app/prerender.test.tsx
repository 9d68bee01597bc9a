import { afterEach, expect, it, vi } from 'vitest';
import { prerender } from '#console/app/prerender.tsx';
import { createBackend } from '#console/app/backend.ts';
import { createEntrance } from '#console/entry/entrance.ts';
import { createNoticeBoard } from '#console/entry/login/Notice.tsx';
import { createI18nProvider } from '#console/i18n/i18nProvider.ts';
import { loadPageTexts } from '../../../packages/ra-declared/src/ui/loading/pageTexts.ts';
import { loadFirstMessages } from '#console/i18n/loadMessages.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { TestClock } from '#tests/support/testClock.ts';

afterEach(() => vi.restoreAllMocks());

it('renders the rows of a list in the frame and clears them, without a request, an entry in storage or a global style', async () => {
  const shown = createI18nProvider('en', await loadFirstMessages('en'), () => {});
  // Not the window's, by which a console of an earlier test in this process may still call.
  const fetch = vi.fn<typeof window.fetch>();
  const store = vi.spyOn(Storage.prototype, 'setItem');
  const backend = createBackend({
    browser: Object.create(window, { fetch: { value: fetch } }),
    settings: '{}',
    cookies: createMemoryBrowser().cookies,
    clock: new TestClock(),
    entrance: createEntrance({ browser: window, getToken: () => null }),
    notices: createNoticeBoard(),
  });
  const stage = document.createElement('div');
  const rendered: string[] = [];
  new MutationObserver(() => rendered.push(stage.textContent)).observe(stage, { childList: true });
  const margin = getComputedStyle(document.body).margin;
  prerender({ backend, language: 'en', messages: await loadFirstMessages('en') }, stage);
  await expect.poll(() => rendered.at(-1)).toBe('');
  // The frame's first link, the status of the row, and the pagination below it.
  expect(rendered[0]).toMatch(/^Skip to.*Success.*Rows per page/s);
  expect(getComputedStyle(document.body).margin).toBe(margin);
  expect(fetch.mock.calls).toEqual([]);
  expect(store).not.toHaveBeenCalled();
  await loadPageTexts();
  expect(shown.translate('live.new', { smart_count: 2 })).toBe('2 new');
});

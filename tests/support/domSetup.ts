import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// The first test that opens a form also loads its code, which takes a busy machine longer than five seconds.
configure({ asyncUtilTimeout: 30_000 });

// Only `hidden` and inline styles matter here. With style sheets, jsdom would match thousands of rules for each query.
const insertBefore = document.head.insertBefore.bind(document.head);
document.head.insertBefore = (node, before) =>
  node instanceof HTMLStyleElement && node.dataset['emotion'] !== undefined ? node : insertBefore(node, before);

// The page is never idle, so a list doesn't prefetch its next page during the calls of a slow test.
Object.assign(window, { requestIdleCallback: () => 0, cancelIdleCallback: () => {} });

// Test files share one page (`isolate: false` in vitest.config.ts), so each test cleans up after itself.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
});

// An import still pending at the end of a file would also fail in the next file, which shares the module cache.
afterAll(() => vi.dynamicImportSettled());

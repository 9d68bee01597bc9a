import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// The first test that opens a form loads what it is made of, which takes a busy machine longer than five seconds.
configure({ asyncUtilTimeout: 30_000 });

// Of what styles say only `hidden` and inline ones matter here; jsdom would match thousands of rules for each question.
const insertBefore = document.head.insertBefore.bind(document.head);
document.head.insertBefore = (node, before) =>
  node instanceof HTMLStyleElement && node.dataset['emotion'] !== undefined ? node : insertBefore(node, before);

// The page is never idle, so a list doesn't ask for its next page amid the calls of a slow test.
Object.assign(window, { requestIdleCallback: () => 0, cancelIdleCallback: () => {} });

// Files share one page (`isolate: false` in vitest.config.ts), so each test leaves it as it found it.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
});

// What is still being loaded at the end of a file would fail for the next one, too, which gets the same modules.
afterAll(() => vi.dynamicImportSettled());

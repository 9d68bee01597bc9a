import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A machine that is busy with other things is no reason to fail; the default is one second.
configure({ asyncUtilTimeout: 5000 });

// Of what styles say only `hidden` and inline ones matter here; jsdom would match thousands of rules for each question.
const insertBefore = document.head.insertBefore.bind(document.head);
document.head.insertBefore = (node, before) =>
  node instanceof HTMLStyleElement && node.dataset['emotion'] !== undefined ? node : insertBefore(node, before);

// Files share one page (`isolate: false` in vitest.config.ts), so each test leaves it as it found it.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
});

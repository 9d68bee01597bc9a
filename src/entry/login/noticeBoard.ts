import { createListeners } from '#shared/createListeners.ts';
import type { NoticeContent } from './Notice.tsx';

/** The login page's only notice. Kept outside React, because calls and the guard set it too. */
export interface NoticeBoard {
  get: () => NoticeContent | null;
  show: (notice: NoticeContent) => void;
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
}

export function createNoticeBoard(): NoticeBoard {
  let current: NoticeContent | null = null;
  const { subscribe, notify } = createListeners();
  function set(notice: NoticeContent | null): void {
    current = notice;
    notify();
  }
  return {
    get: () => current,
    show: set,
    clear: () => set(null),
    subscribe,
  };
}

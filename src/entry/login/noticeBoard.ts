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
  const listeners = new Set<() => void>();
  function set(notice: NoticeContent | null): void {
    current = notice;
    listeners.forEach((listener) => listener());
  }
  return {
    get: () => current,
    show: set,
    clear: () => set(null),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

import { useEffect, useState } from 'react';
import { createListeners } from '#shared/createListeners.ts';
import type { Translate } from '@merchant-console/declaration';
import { FormRefusal, type Remedy } from './FormRefusal.ts';

/** A notice above the form. */
export interface NoticeContent {
  kind: 'error' | 'success' | 'info';
  text: string;
  /** Milliseconds after which it disappears. */
  lastsMs?: number;
  remedy?: Remedy | null;
}

/** Notice of an error, with its remedy. Any other error than a FormRefusal counts as a missing response. */
export function noticeOf(error: unknown): NoticeContent {
  const { message: text, remedy } = FormRefusal.of(error);
  return { kind: 'error', text, remedy };
}

const runRemedy = ({ run }: Remedy) => void run();

interface NoticeProps {
  content: NoticeContent;
  onClose?: () => void;
  /** Runs the remedy. Default: without waiting for it. */
  onRemedy?: (remedy: Remedy) => void;
  translate: Translate;
}

export function LoginNotice({
  content: { kind, text, lastsMs, remedy = null },
  onClose,
  onRemedy = runRemedy,
  translate,
}: NoticeProps) {
  /** True while the pointer or the focus is on it. */
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (lastsMs === undefined || !onClose || isHeld) return;
    const timer = setTimeout(onClose, lastsMs);
    return () => clearTimeout(timer);
  }, [lastsMs, onClose, text, isHeld]);

  return (
    <div
      className={`notice notice-${kind}`}
      role={kind === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>
        {text}
        {remedy && (
          <button type="button" className="notice-remedy" onClick={() => onRemedy(remedy)}>
            {translate(remedy.label)}
          </button>
        )}
      </span>
      {onClose && (
        <button type="button" className="notice-close" aria-label={translate('login.close')} onClick={onClose}>
          ×
        </button>
      )}
    </div>
  );
}

export type NoticeBoard = ReturnType<typeof createNoticeBoard>;

/** The login page's only notice. Kept outside React, because calls and the guard set it too. */
export function createNoticeBoard() {
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

import { useEffect } from 'react';
import type { Translate } from '#shared/i18n/translator.ts';

/** Something to tell above the form. */
export interface NoticeContent {
  kind: 'error' | 'success';
  text: string;
  /** Goes away by itself after so many milliseconds. */
  lastsMs?: number;
}

interface NoticeProps {
  content: NoticeContent;
  onClose?: () => void;
  translate: Translate;
}

export function Notice({ content: { kind, text, lastsMs }, onClose, translate }: NoticeProps) {
  useEffect(() => {
    if (lastsMs === undefined || !onClose) return;
    const timer = setTimeout(onClose, lastsMs);
    return () => clearTimeout(timer);
  }, [lastsMs, onClose, text]);

  return (
    <div className={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <span>{text}</span>
      {onClose && (
        <button type="button" className="notice-close" aria-label={translate('login.close')} onClick={onClose}>
          ×
        </button>
      )}
    </div>
  );
}

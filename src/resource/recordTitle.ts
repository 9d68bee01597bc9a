import { createContext, useContext, useEffect } from 'react';
import type { Label } from '#shared/i18n/label.ts';

const SetRecordTitle = createContext<(title: Label) => void>(() => {});
export const RecordTitleProvider = SetRecordTitle.Provider;

/** Names the open record to breadcrumb, tab and window; null while its name is not known. */
export function useRecordTitle(name: string | null): void {
  const setTitle = useContext(SetRecordTitle);
  useEffect(() => {
    // The words of a record are no translation key, whatever they are.
    if (name !== null) setTitle({ en: name });
  }, [setTitle, name]);
}

/** Names what is done on the page, by a translation key. */
export function useTaskTitle(key: string): void {
  const setTitle = useContext(SetRecordTitle);
  useEffect(() => setTitle(key), [setTitle, key]);
}

import { createContext, useContext, useEffect } from 'react';
import type { Label } from '#shared/i18n/label.ts';

const SetRecordTitle = createContext<(title: Label) => void>(() => {});
export const RecordTitleProvider = SetRecordTitle.Provider;

/** Sets the title of the open record for breadcrumb, tab and window. Null while its name isn't known. */
export function useRecordTitle(name: string | null): void {
  const setTitle = useContext(SetRecordTitle);
  useEffect(() => {
    // Passed as a label, because a record's name is never a translation key.
    if (name !== null) setTitle({ en: name });
  }, [setTitle, name]);
}

/** Sets the title of a task on the page, by its translation key. */
export function useTaskTitle(key: string): void {
  const setTitle = useContext(SetRecordTitle);
  useEffect(() => setTitle(key), [setTitle, key]);
}

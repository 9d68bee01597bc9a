import { createContext, useContext, useEffect } from 'react';

const SetRecordTitle = createContext<(title: string | null) => void>(() => {});
export const RecordTitleProvider = SetRecordTitle.Provider;

/** Names the open record, or what is done with it, to the breadcrumb and the window; null while that is not known. */
export function useRecordTitle(title: string | null): void {
  const setTitle = useContext(SetRecordTitle);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(null);
  }, [setTitle, title]);
}

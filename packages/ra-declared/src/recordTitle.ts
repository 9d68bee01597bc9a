import { createContext, useContext, useEffect } from 'react';
import type { Label, Translate } from '@merchant-console/declaration';
import type { ResourceView } from './ResourceView.ts';

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

/**
 * Sets the title of a task on the page.
 *
 * @param key translation key; the page's name goes before it where it stands alone
 * @param whole a title that needs no other name, used instead of `key` unless it is empty
 */
export function useTaskTitle(key: string, whole: string): void {
  const setTitle = useContext(SetRecordTitle);
  useEffect(() => setTitle(whole === '' ? key : { en: whole }), [setTitle, key, whole]);
}

/** Title of the form of a new record. */
export function newTitle({ resource, title }: Pick<ResourceView, 'resource' | 'title'>, translate: Translate): string {
  return translate(`resources.${resource.name}.create`, { _: translate('form.create_title', { title }) });
}

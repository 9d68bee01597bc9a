import { HttpError, useDataProvider, useNotify } from 'react-admin';
import { taskFile } from '#shared/contract/tasks.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { saveFile } from '@merchant-console/ra-declared/internal';

/** Downloads the file of an export that ran in the background. Says if the file has been deleted since. */
export function useTaskFile(): (id: string) => Promise<void> {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  return async (id) => {
    try {
      const { name, content } = await dataProvider.fetchFile(taskFile, { params: { id } });
      saveFile(content, name ?? id);
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 404)) throw error;
      notify('tasks.gone', { type: 'warning' });
    }
  };
}

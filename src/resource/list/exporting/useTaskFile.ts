import { HttpError, useDataProvider, useNotify } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { saveFile } from '#console/resource/record/saveFile.ts';
import { useFailureToast } from '#console/ui/useFailureToast.ts';

/** Downloads the file of an export that ran in the background. A failure is shown as a toast. */
export function useTaskFile(): (id: string) => Promise<void> {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const toastFailure = useFailureToast();
  return async (id) => {
    try {
      const { name, content } = await dataProvider.taskFile(id);
      saveFile(content, name ?? id);
    } catch (thrown) {
      const isGone = thrown instanceof HttpError && thrown.status === 404;
      if (isGone) notify('tasks.gone', { type: 'warning' });
      else toastFailure(thrown);
    }
  };
}

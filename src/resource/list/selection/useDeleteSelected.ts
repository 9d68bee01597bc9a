import { useState } from 'react';
import { useDataProvider, useListContext, useNotify, useRefresh } from 'react-admin';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { errorText } from '#console/ui/errorText.ts';

/**
 * Deletes the selected records one after the other. Each that is gone leaves the selection at once, so that after a
 * refusal, at which it stops, exactly those that are left are still selected.
 */
export function useDeleteSelected() {
  const { resource, selectedIds, onToggleItem } = useListContext<IdentifiedRecord>();
  const dataProvider = useDataProvider();
  const { translate } = useFormatContext();
  const notify = useNotify();
  const refresh = useRefresh();
  /** Null while nothing is being deleted. */
  const [done, setDone] = useState<number | null>(null);

  async function run(): Promise<void> {
    let count = 0;
    setDone(0);
    try {
      for (const id of selectedIds) {
        await dataProvider.delete(resource, { id });
        count += 1;
        setDone(count);
        onToggleItem(id);
      }
      notify('ra.notification.deleted', { messageArgs: { smart_count: count } });
    } catch (error) {
      notify(error instanceof Error ? errorText(error, translate) : String(error), { type: 'error' });
    } finally {
      setDone(null);
      refresh();
    }
  }
  return { done, run };
}

import { type DataProvider, type RaRecord, withLifecycleCallbacks } from 'react-admin';
import type { DeclaredCalls } from '@merchant-console/ra-declared';
import { WordedError } from '@merchant-console/ra-provider';
import { acceptedParams, rowsFor, type Versions } from './previewedRows.ts';

type Provider = DataProvider & Partial<DeclaredCalls>;

interface PreviewOptions extends Versions {
  /** The console's own, with the rights of the user. */
  dataProvider: Provider;
  /** False if the user has no list of these records. */
  mayList: boolean;
  /** Why something is rejected, in the user's language. */
  texts: { writes: string; filter: string };
}

/**
 * A dataProvider for pages of a declaration that isn't saved. It reads what the user may read anyway, as the next version would
 * show it. Everything that writes, or that the server logs, is rejected.
 */
export function createPreviewProvider({ dataProvider, mayList, texts, ...versions }: PreviewOptions): Provider {
  const { next, stored } = versions;
  const shown = rowsFor(versions);
  return withLifecycleCallbacks(readingOnly(dataProvider, mayList ? null : next.name, texts.writes), [
    {
      resource: next.name,
      beforeGetList: async (params) => {
        const accepted = stored ? acceptedParams(params, stored) : {};
        if (!accepted) throw new WordedError(texts.filter);
        return { ...params, ...accepted };
      },
      afterRead: async (record: RaRecord) => shown(record),
    },
  ]);
}

/** @param withoutRows resource whose list the user doesn't have, or null */
function readingOnly(dataProvider: Provider, withoutRows: string | null, refusal: string): Provider {
  const { getList, getOne, getMany, getManyReference } = dataProvider;
  const { getNames, getSummary, getTimeline, getArranged, downloadFile } = dataProvider;
  const refuse = () => Promise.reject(new WordedError(refusal));
  return {
    supportAbortSignal: dataProvider.supportAbortSignal ?? false,
    getList: (resource, params) =>
      resource === withoutRows ? Promise.resolve({ data: [], total: 0 }) : getList(resource, params),
    ...{ getOne, getMany, getManyReference },
    create: refuse,
    update: refuse,
    updateMany: refuse,
    delete: refuse,
    deleteMany: refuse,
    exportRecords: refuse,
    runAction: refuse,
    uploadFile: refuse,
    revealValue: refuse,
    moveRecord: refuse,
    ...(getNames && { getNames }),
    ...(getSummary && { getSummary }),
    ...(getTimeline && { getTimeline }),
    ...(getArranged && { getArranged }),
    ...(downloadFile && { downloadFile }),
  };
}

import { recordAudit } from './audit/recordAudit.ts';
import { timelineOf } from './audit/timelineOf.ts';
import type { Clock } from './clock.ts';
import type { Cipher } from './crypto/dataKey.ts';
import type { Db } from './db/connect.ts';
import { createFileStore } from './files/fileStore.ts';
import type { ExporterMeans } from './resources/export/createExporter.ts';
import type { FileStore, ReadTimeline, ResourceStorage } from './resources/ResourceBackend.ts';
import { rememberedEndpoints, type RememberedEndpoints } from './resources/registry/rememberedEndpoints.ts';
import { createStorage } from './resources/stored/createStorage.ts';

/** What the server itself keeps of declared resources. */
export interface Stores {
  storage: ResourceStorage;
  timeline: ReadTimeline;
  files: FileStore;
  auditExport: ExporterMeans['audit'];
  endpoints: RememberedEndpoints;
}

/** All of it in the database. */
export function createStores(means: { db: Db; clock: Clock; cipher: Cipher }): Stores {
  const { db, clock } = means;
  return {
    storage: createStorage(means),
    timeline: (...asked) => timelineOf(db.kysely, ...asked),
    files: createFileStore(db, clock),
    endpoints: rememberedEndpoints(db, clock),
    auditExport: (actor, { resource, ...exported }) =>
      db.transaction((tx) =>
        recordAudit(tx, {
          ...{ actor, action: `${resource}.export`, resource, recordId: '', at: clock.now() },
          ...{ before: null, after: exported },
        }),
      ),
  };
}

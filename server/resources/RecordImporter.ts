import type { DbOrTx, Tx } from '#server/db/schema.ts';
import type { Actor, Target, Values, WireRecord } from './RecordSource.ts';

/** A record with the values that a unique field or combination has. */
interface FoundRecord {
  record: WireRecord;
  /** False if the actor may not see it. */
  isSeen: boolean;
  /** False if the actor may not write it. */
  isWritable: boolean;
}

/** A record as a change has left it, and the whole values that it had before. */
export interface ChangedRecord {
  id: string;
  revision: number;
  before: Values;
}

/** `user`: as far as the actor may. `server`: whatever the actor may, to take back an import as a whole. */
export type ImportPower = 'user' | 'server';

/** Writes many records at once, each with its audit entry. All or none of a call, in the given transaction. */
export interface RecordImporter {
  /** Fields whose values no two records have, alone or together; `folded` if their case is ignored. */
  readonly unique: readonly { sources: readonly string[]; folded: boolean }[];
  /**
   * Finds records by the values of unique fields.
   * @param wanted values per place; places whose values no record has are missing in the result
   */
  find(
    db: DbOrTx,
    actor: Pick<Actor, 'merchantId' | 'userId' | 'permissions'>,
    unique: RecordImporter['unique'][number],
    wanted: ReadonlyMap<number, readonly unknown[]>,
  ): Promise<ReadonlyMap<number, FoundRecord>>;
  create(tx: Tx, actor: Actor, many: readonly Values[]): Promise<ChangedRecord[]>;
  /** @throws {ConflictError} `import_row_changed` if a record has another revision */
  update(
    tx: Tx,
    actor: Actor,
    many: readonly (Target & { values: Values })[],
    power: ImportPower,
  ): Promise<ChangedRecord[]>;
  /** Also throws as `update`, and `DeletionRefusedError`. */
  remove(tx: Tx, actor: Actor, many: readonly Target[], power: ImportPower): Promise<void>;
}

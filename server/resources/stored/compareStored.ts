import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { storedFieldsOf, storedFormOf, type StoredField, type StoredFields } from './columns.ts';

/** What a changed declaration asks of a table that has rows. Reading it changes nothing. */
export interface Changes {
  /** Renamed in the database first: all others are by the new name. */
  renamed: [before: string, after: string][];
  /** Stored values that the file says may go. */
  dropped: [source: string, form: StoredField][];
  /** No longer declared, and not said to go: refused while there are values. */
  removed: [source: string, form: StoredField][];
  /** Stored in a way that does not fit any more: refused while there are values. */
  replaced: [field: Field, before: StoredField][];
  /** Kept as they are in a wider column. */
  widened: Field[];
  /** Now to be compared by bytes. */
  recollated: Field[];
  /** Now needed in each record. */
  required: Field[];
  /** Now to differ in all records of a tenant. */
  unique: Field[];
  /** May be equal again. */
  freed: Field[];
}

/** Compares what is stored with what a declaration wants. */
export function compareStored(resource: Resource, stored: StoredFields): Changes {
  const { drop, rename } = resource.migrate;
  const wanted = storedFieldsOf(resource);
  const isWanted = (source: string) => wanted.some((field) => field.source === source);
  const renamed = Object.entries(rename).filter(
    ([before, after]) =>
      stored[before] !== undefined && stored[after] === undefined && isWanted(after) && !isWanted(before),
  );
  const now = Object.entries(stored).map(([source, form]): [string, StoredField] => [
    renamed.find(([before]) => before === source)?.[1] ?? source,
    form,
  ]);
  const gone = now.filter(([source]) => !isWanted(source));
  const known = wanted.flatMap((field): [Field, StoredField][] => {
    const form = now.find(([source]) => source === field.source)?.[1];
    return form ? [[field, form]] : [];
  });
  const isNew = (field: Field) => !known.some(([one]) => one === field);
  const became = (key: 'required' | 'unique' | 'bytewise', to: boolean) =>
    known.filter(([field, before]) => storedFormOf(field)[key] === to && before[key] !== to).map(([field]) => field);
  return {
    renamed,
    dropped: gone.filter(([source]) => drop.includes(source)),
    removed: gone.filter(([source]) => !drop.includes(source)),
    replaced: known.filter(([field, before]) => !isKept(storedFormOf(field), before)),
    widened: known.filter(([field, before]) => isWidened(storedFormOf(field), before)).map(([field]) => field),
    recollated: became('bytewise', true),
    required: [...became('required', true), ...wanted.filter((field) => isNew(field) && field.required === true)],
    unique: became('unique', true),
    freed: became('unique', false),
  };
}

function isKept(wanted: StoredField, before: StoredField): boolean {
  return wanted.kind === before.kind && (wanted.type === before.type || isWidened(wanted, before));
}

/** Whole numbers fit into a wider column as they are. */
function isWidened(wanted: StoredField, before: StoredField): boolean {
  return wanted.kind === before.kind && wanted.type === 'bigint' && before.type === 'integer';
}

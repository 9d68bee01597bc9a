import { type Field, namingReferences, plainText, recordName, type Resource } from '@merchant-console/declaration';
import { compileFilter } from '../compileFilter.ts';
import type { ResourceBackend } from '../ResourceBackend.ts';
import type { RecordSource, WireRecord } from '../RecordSource.ts';

/** Cached names per referenced resource. The rows of a large file mostly refer to the same records. */
const KEPT_NAMES = 10_000;

/** A resource whose names the caller may read, and its source. */
export interface Referenced {
  resource: Resource;
  source: RecordSource;
  seenBy?: ResourceBackend['seenBy'];
  /** True if all callers may, not only those who may list it. */
  namesForAll: boolean;
}

/** Names of records referenced by the exported ones. */
export interface ReferenceNames {
  /** Loads the missing names of a slice, with one query per referenced resource. */
  load(records: readonly WireRecord[]): Promise<void>;
  nameOf(reference: string, id: string): string | undefined;
}

/**
 * @param find returns a resource by name; undefined if there is none or the caller may not read its names
 * @param isNested true for references within names, whose own names have no further ones
 */
export function referenceNames(
  merchantId: string,
  fields: readonly Field[],
  find: (name: string) => Referenced | undefined,
  isNested = false,
): ReferenceNames {
  const references = fields.filter((field) => field.type === 'reference' || field.type === 'references');
  /** By resource and ID; null if there is no such record. */
  const known = new Map<string, Map<string, string | null>>();

  async function load(records: readonly WireRecord[]): Promise<void> {
    for (const reference of new Set(references.map((field) => field.reference))) {
      const found = find(reference);
      if (!found) continue;
      const sources = references.filter((field) => field.reference === reference).map(({ source }) => source);
      const ids = records.flatMap((record) => sources.flatMap((source) => [record[source]].flat().map(plainText)));
      const names = known.get(reference) ?? new Map<string, string | null>();
      const missing = [...new Set(ids)].filter((id) => id !== '' && !names.has(id));
      if (missing.length === 0) continue;
      if (names.size + missing.length > KEPT_NAMES) names.clear();
      known.set(reference, names);
      // Names that were just evicted are read again with the others.
      const wanted = [...new Set(ids)].filter((id) => id !== '' && !names.has(id));
      const read = await readNames(found, merchantId, wanted, isNested ? null : find);
      for (const id of wanted) names.set(id, read.get(id) ?? null);
    }
  }

  return { load, nameOf: (reference, id) => known.get(reference)?.get(id) ?? undefined };
}

async function readNames(
  { resource, source }: Pick<Referenced, 'resource' | 'source'>,
  merchantId: string,
  ids: string[],
  find: ((name: string) => Referenced | undefined) | null,
) {
  const { records } = await source.list(merchantId, {
    conditions: compileFilter(resource, { id: ids }),
    sort: { source: 'id', descending: false },
    range: [0, ids.length - 1],
  });
  const nested = find && (await namesWithin(resource, records, { merchantId, find }));
  return new Map(records.map((record) => [record.id, recordName(record, resource, nested?.nameOf)]));
}

/** The names that the names of records contain. */
export async function namesWithin(
  resource: Resource,
  records: readonly WireRecord[],
  { merchantId, find }: { merchantId: string; find(name: string): Referenced | undefined },
): Promise<ReferenceNames> {
  const names = referenceNames(merchantId, namingReferences(resource), find, true);
  await names.load(records);
  return names;
}

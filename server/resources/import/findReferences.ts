import { validate as isUuid } from 'uuid';
import { type FieldOf, type Resource, visibleTo } from '@merchant-console/declaration';
import { permissionKey } from '@merchant-console/protocol';
import type { Message } from '#server/errors.ts';
import type { CallDeps } from '../CallDeps.ts';
import type { Viewer } from '../ResourceBackend.ts';

/** Names that several records have are told as ambiguous, however many those are. */
const MOST_FOUND = 10_000;

type ReferringField = FieldOf<'reference'> | FieldOf<'references'>;

/** Finds the record that a text names. */
export type FindReference = (text: string) => { id: string } | { problem: Message };

/**
 * Finds the records that texts of one field name, among those that the user sees: by ID, or by the field that `match`
 * names, otherwise by the field that represents a record.
 */
export async function findReferences(
  { backendOf, resourceOf }: Pick<CallDeps, 'backendOf' | 'resourceOf'>,
  viewer: Viewer & { permissions: ReadonlySet<string> },
  { reference, match }: { reference: ReferringField['reference']; match: string | undefined },
  texts: readonly string[],
): Promise<FindReference> {
  const backend = backendOf(reference);
  const resource = resourceOf(reference);
  const notFound = { problem: { key: 'import_reference_missing' } };
  if (!backend || !resource || texts.length === 0) return () => notFound;
  const source = backend.seenBy?.(viewer) ?? backend.source;
  const read = async (column: string, values: string[]) => {
    if (values.length === 0) return [];
    const { records } = await source.list(viewer.merchantId, {
      conditions: [{ kind: 'among', source: column, values }],
      sort: { source: 'id', descending: false },
      range: [0, MOST_FOUND],
    });
    return records;
  };
  const by = namedBy(resource, viewer.permissions, match, backend.namesForAll === true);
  const ids = await read(
    'id',
    texts.filter((text) => isUuid(text)),
  );
  const named = by !== null && source.columns.has(by) ? await read(by, [...texts]) : [];
  const found = new Map<string, Set<string>>();
  const add = (text: unknown, id: string) => {
    if (typeof text === 'string') found.set(text, (found.get(text) ?? new Set()).add(id));
  };
  for (const { id } of ids) add(id, id);
  for (const record of named) add(record[by ?? ''], record.id);
  return (text) => {
    const [id, ...others] = found.get(text) ?? [];
    if (id === undefined) return notFound;
    return others.length > 0
      ? { problem: { key: 'import_reference_ambiguous', args: { count: others.length + 1 } } }
      : { id };
  };
}

/** The text by which a user may name records; null if only IDs are certain. */
function namedBy(
  resource: Resource,
  permissions: ReadonlySet<string>,
  match: string | undefined,
  namesForAll: boolean,
): string | null {
  if (!namesForAll && !permissions.has(permissionKey(resource.name, 'list'))) return null;
  const by = match ?? resource.recordRepresentation;
  const field = visibleTo(permissions, resource).fields.find((one) => one.source === by);
  return field?.type === 'text' && field.mask === undefined ? by : null;
}

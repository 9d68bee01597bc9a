import type { Resource } from '#shared/declaration/resource.ts';
import { visibleTo } from '#shared/declaration/visibleTo.ts';
import { mappedSource } from '#server/resources/narrowedSource.ts';
import type { RecordSource, WireRecord } from '#server/resources/RecordSource.ts';
import type { ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';

export const auditLogsModule: Module = {
  resources: async ({ db, registry }) => ({
    audit_logs: auditLogsBackend(
      await viewSource(db, 'v_audit_logs'),
      (name) => registry.state.resources.get(name)?.resource,
    ),
  }),
};

/**
 * The audit log as a resource. Changed values of fields that the reader may not see are removed from `before` and
 * `after`; the stored log is unchanged.
 *
 * @param resourceNamed returns a current resource; undefined if it no longer exists, so nothing is known about its
 * fields
 */
function auditLogsBackend(
  source: RecordSource,
  resourceNamed: (name: string) => Resource | undefined,
): ResourceBackend {
  return {
    source,
    sourceFor: ({ permissions }) => mappedSource(source, (record) => visibleEntry(record, permissions, resourceNamed)),
  };
}

function visibleEntry(
  record: WireRecord,
  permissions: ReadonlySet<string>,
  resourceNamed: (name: string) => Resource | undefined,
): WireRecord {
  const resource = resourceNamed(String(record['resource']));
  const visible = resource && visibleTo(permissions, resource);
  if (!visible || visible === resource) return record;
  const shown = new Set(visible.fields.map(({ source }) => source));
  const hidden = new Set(resource.fields.map(({ source }) => source).filter((source) => !shown.has(source)));
  const without = (values: unknown) =>
    typeof values === 'object' && values !== null
      ? Object.fromEntries(Object.entries(values).filter(([source]) => !hidden.has(source)))
      : values;
  return { ...record, before: without(record['before']), after: without(record['after']) };
}

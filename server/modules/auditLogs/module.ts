import type { Resource } from '#shared/declaration/resource.ts';
import { visibleTo } from '#shared/declaration/visibleTo.ts';
import { shownValue } from '#server/audit/shownValue.ts';
import { underCurrentNames } from '#server/audit/underCurrentNames.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { mappedSource } from '#server/resources/narrowedSource.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';

export const auditLogsModule: Module = {
  resources: async ({ db, registry, translators }) => {
    const source = await viewSource(db, 'v_audit_logs');
    return {
      audit_logs: {
        source,
        sourceFor({ permissions }, request) {
          const system = translators[languageOf(request)]('timeline.system');
          return mappedSource(source, (entry) => {
            const changed = registry.state.resources.get(String(entry['resource']));
            return withActor(visibleEntry(entry, changed?.resource, permissions), system);
          });
        },
      },
    };
  },
};

/** Names the system as the actor of an entry that no user made. @param system its name in the reader's language */
function withActor(entry: WireRecord, system: string): WireRecord {
  return { ...entry, actor_name: entry['actor_name'] ?? system };
}

/**
 * The entry with `before` and `after` as the current declaration shows them: without the values of fields that the
 * reader may not see, and masked. The stored log is unchanged.
 * @param resource undefined if it no longer exists, so nothing is known about its fields
 */
function visibleEntry(entry: WireRecord, resource: Resource | undefined, permissions: ReadonlySet<string>): WireRecord {
  if (!resource) return entry;
  const declared = new Set(resource.fields.map(({ source }) => source));
  const visible = new Map(visibleTo(permissions, resource).fields.map((field) => [field.source, field]));
  const shown = (values: unknown) =>
    isRecord(values)
      ? Object.fromEntries(
          Object.entries(underCurrentNames(values, resource.migrate.rename)).flatMap(([source, value]) => {
            const field = visible.get(source);
            if (field) return [[source, shownValue(field, value)]];
            return declared.has(source) ? [] : [[source, value]];
          }),
        )
      : values;
  return { ...entry, before: shown(entry['before']), after: shown(entry['after']) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

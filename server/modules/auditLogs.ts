import { sql } from 'kysely';
import { migrationOf, type Resource, visibleTo } from '@merchant-console/declaration';
import { shownValue } from '#server/audit/shownValue.ts';
import { underCurrentNames } from '#server/audit/underCurrentNames.ts';
import { languageOf } from '#server/i18n/translators.ts';
import type { Condition } from '#server/resources/compileFilter.ts';
import { mappedSource, narrowedSource } from '#server/resources/narrowedSource.ts';
import type { ResourceBackend, Viewer } from '#server/resources/ResourceBackend.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import { readStoredNames } from '#server/resources/stored/rememberedFields.ts';
import type { RegistryState } from '#server/resources/registry/createRegistry.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from './Module.ts';

export const auditLogsModule: Module = {
  resources: async ({ db, registry, translators }) => {
    const source = await viewSource(db, 'v_audit_logs');
    return {
      audit_logs: {
        source,
        sourceFor(session, request) {
          const { permissions } = session;
          const system = translators[languageOf(request)]('timeline.system');
          let storedNames: Promise<ReadonlySet<string>> | undefined;
          const seen = narrowedSource(source, () => ofSeenRecords(registry.state.resources.values(), session));
          return mappedSource(seen, async (entry) => {
            const name = String(entry['resource']);
            const { resource, backend } = loggedAs(registry.state.resources, name) ?? {};
            const isCode = resource
              ? resource.storage === null && backend !== null
              : !(await (storedNames ??= readStoredNames(db.kysely))).has(name);
            return withActor(visibleEntry(entry, { resource, isCode }, permissions), system);
          });
        },
      },
    };
  },
};

/** Leaves out entries of records that the reader may not see, and of those that are gone. */
async function ofSeenRecords(
  resources: Iterable<{ resource: Resource; backend: ResourceBackend | null }>,
  viewer: Viewer,
): Promise<Condition[]> {
  const conditions: Condition[] = [];
  const column = (name: string) => sql.ref(`v_audit_logs.${name}`);
  for (const { resource, backend } of resources) {
    const { name } = resource;
    const { from } = migrationOf(resource);
    const names = [name, ...(from === null ? [] : [from])];
    const isOther = sql<boolean>`(${column('resource')} not in (${sql.join(names)}) or ${column('record_id')} = '')`;
    // The order of evaluation within \`or\` isn't defined, and other resources' IDs aren't UUIDs.
    const id = sql`case when not ${isOther} then ${column('record_id')}::uuid end`;
    const isSeen = await backend?.isSeen?.(viewer, id);
    if (isSeen) conditions.push({ kind: 'sql', sql: sql<boolean>`${isOther} or ${isSeen}` });
  }
  return conditions;
}

/** The resource that has this name, or had it before it was renamed. */
function loggedAs(resources: RegistryState['resources'], name: string) {
  return resources.get(name) ?? [...resources.values()].find(({ resource }) => migrationOf(resource).from === name);
}

/** Names the system as the actor of an entry that no user made. @param system its name in the reader's language */
function withActor(entry: WireRecord, system: string): WireRecord {
  return { ...entry, actor_name: entry['actor_name'] ?? system };
}

/** The resource of an entry. */
interface Logged {
  /** Undefined if there is no declaration, so nothing is known about its fields. */
  resource: Resource | undefined;
  /** True if this server's code writes the entries. It also logs values that aren't fields, such as a role's permissions. */
  isCode: boolean;
}

/**
 * The entry with `before` and `after` as the current declaration shows them: masked, and without the values of fields
 * that the reader may not see. Of stored resources, values without a declared field are removed, too: they belong to
 * renamed or removed fields, which may have been hidden. The stored log is unchanged.
 */
function visibleEntry(entry: WireRecord, { resource, isCode }: Logged, permissions: ReadonlySet<string>): WireRecord {
  // An entry that isn't about a record, such as that of an export, has no values of fields.
  if (entry['record_id'] === '') return entry;
  const declared = new Set(resource?.fields.map(({ source }) => source));
  const visible = resource ? visibleTo(permissions, resource).fields : [];
  const fields = new Map(visible.map((field) => [field.source, field]));
  const rename = resource ? migrationOf(resource).rename : {};
  const shown = (values: unknown) =>
    isRecord(values)
      ? Object.fromEntries(
          Object.entries(underCurrentNames(values, rename)).flatMap(([source, value]) => {
            const field = fields.get(source);
            if (field) return [[source, shownValue(field, value)]];
            return isCode && !declared.has(source) ? [[source, value]] : [];
          }),
        )
      : values;
  return { ...entry, before: shown(entry['before']), after: shown(entry['after']) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

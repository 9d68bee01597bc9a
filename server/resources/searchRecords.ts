import type { FastifyRequest } from 'fastify';
import * as calls from '#shared/contract/calls.ts';
import { type FoundRecord, MAX_FOUND } from '#shared/contract/recordSearch.ts';
import { permissionKey } from '@merchant-console/protocol';
import { type Field, plainText, recordName, type Resource, textsIn } from '@merchant-console/declaration';
import { foldText, searchTerms } from '#shared/search/foldText.ts';
import type { Router } from '#server/http/router.ts';
import type { Session } from '#server/http/session.ts';
import { seenBy, type Served, sourceFor } from './CallDeps.ts';
import { namesWithin } from './export/referenceNames.ts';
import { parseListQuery } from './listQuery.ts';
import type { WireRecord } from './RecordSource.ts';
import type { RegistryState } from './registry/createRegistry.ts';
import { searchedTexts } from './stored/groups.ts';

/** Lower is better: an exact match, then a record that names the text, then a prefix match. */
type Ranked = FoundRecord & { rank: number };

/**
 * Searches a text in all lists, like their search boxes: in the tenant's records, in resources that the caller may list
 * and open, in visible fields.
 */
async function searchRecords(
  resources: Iterable<Served>,
  caller: { session: Session; request: FastifyRequest },
  text: string,
): Promise<FoundRecord[]> {
  const { session } = caller;
  const all = [...resources];
  const find = (name: string) => {
    const other = all.find(({ resource }) => resource.name === name);
    if (!other || !session.permissions.has(permissionKey(name, 'list'))) return undefined;
    const { visible } = seenBy(session, other.resource);
    return { resource: visible, source: sourceFor(caller, other.backend), namesForAll: false };
  };
  const found: Ranked[] = [];
  // Sequential, so that a search doesn't take all connections.
  for (const { resource, backend } of all) {
    if (!mayFind(session, resource)) continue;
    const { visible, present } = seenBy(session, resource);
    if (visible.list.search.length === 0) continue;
    const query = parseListQuery(visible, {
      filter: JSON.stringify({ q: text }),
      range: JSON.stringify([0, MAX_FOUND - 1]),
    });
    const { records } = await sourceFor(caller, backend).list(session.merchantId, query);
    const shown = records.map(present);
    const names = await namesWithin(visible, shown, { merchantId: session.merchantId, find });
    found.push(
      ...shown.map((record) =>
        rankedRecord(visible, record, { label: recordName(record, visible, names.nameOf), text }),
      ),
    );
  }
  return found
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MAX_FOUND)
    .map(({ rank: _, ...record }) => record);
}

function mayFind({ permissions }: Session, { name, operations }: Resource): boolean {
  return (['list', 'show'] as const).every(
    (operation) => operations.includes(operation) && permissions.has(permissionKey(name, operation)),
  );
}

function rankedRecord(
  resource: Resource,
  record: WireRecord,
  { label, text }: { label: string; text: string },
): Ranked {
  const wanted = foldText(text).trim();
  const [{ words: [word = wanted] } = { words: [] }] = searchTerms(text);
  const values = resource.list.search.flatMap((field) => textsOf(field, record[field.source]));
  const isExact = (value: string) => foldText(value) === wanted;
  const begins = (value: string) => foldText(value).startsWith(wanted);
  const found = values.find(isExact) ?? values.find(begins) ?? values.find((value) => foldText(value).includes(word));
  return {
    resource: resource.name,
    id: record.id,
    label,
    ...(found === undefined || found === label ? {} : { detail: found }),
    rank: isExact(label) ? 0 : found !== undefined && isExact(found) ? 1 : begins(label) ? 2 : 3,
  };
}

/** The texts that a search finds in a value. */
function textsOf(field: Field, value: unknown): string[] {
  if (field.type === 'texts') return textsIn(value);
  return field.type === 'group' ? (searchedTexts(field, value)?.split('\n') ?? []) : [plainText(value)];
}

/** GET /record-search: finds a number without naming the resource. */
export function recordSearchRoute(router: Router, state: () => RegistryState): void {
  router.signedIn(calls.recordSearch, ({ session, request, query }) => {
    const served = [...state().resources.values()].flatMap(({ resource, backend }) =>
      backend ? [{ resource, backend }] : [],
    );
    return searchRecords(served, { session, request }, query.q);
  });
}

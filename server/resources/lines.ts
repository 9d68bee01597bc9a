import type { FastifyRequest } from 'fastify';
import { type ChildrenField, childrenIn, MOST_CHILDREN, type Resource } from '@merchant-console/declaration';
import type { Session } from '#server/http/session.ts';
import { type CallDeps, seenBy, sourceFor } from './CallDeps.ts';
import type { WireRecord } from './RecordSource.ts';
import type { ResourceBackend } from './ResourceBackend.ts';

/** Who asks. */
export interface Asking {
  session: Session;
  request: FastifyRequest;
}

/** The resource of a record's lines. */
export interface Lines {
  field: ChildrenField;
  resource: Resource;
  backend: ResourceBackend;
}

/** The lines among the fields that the caller may see. A line's resource may be missing while its file is invalid. */
export function linesIn({ resourceOf, backendOf }: CallDeps, fields: Resource['fields']): Lines[] {
  return childrenIn(fields).flatMap((field) => {
    const [resource, backend] = [resourceOf(field.reference), backendOf(field.reference)];
    return resource && backend ? [{ field, resource, backend }] : [];
  });
}

/** Lines of one record by field, with hidden fields. */
export type LinesOf = Readonly<Record<string, readonly WireRecord[]>>;

/** The lines of a record in their order that the caller may see. */
export async function readLines(
  deps: CallDeps,
  { session, request }: Asking,
  visible: Pick<Resource, 'fields'>,
  id: string,
): Promise<LinesOf> {
  const found: Record<string, readonly WireRecord[]> = {};
  for (const { field, backend } of linesIn(deps, visible.fields)) {
    const { records } = await sourceFor({ session, request }, backend).list(session.merchantId, {
      conditions: [{ kind: 'compare', source: field.target, operator: '=', value: id }],
      sort: { source: field.order ?? 'id', descending: false },
      range: [0, MOST_CHILDREN - 1],
    });
    found[field.source] = records;
  }
  return found;
}

/** Without the fields that the caller may not see. */
export function presentLines(
  deps: CallDeps,
  session: Session,
  visible: Pick<Resource, 'fields'>,
  lines: LinesOf,
): LinesOf {
  return Object.fromEntries(
    linesIn(deps, visible.fields).map(({ field: { source }, resource }) => [
      source,
      (lines[source] ?? []).map(seenBy(session, resource).present),
    ]),
  );
}

/** The lines of a record as the caller sees them. */
export async function presentedLines(
  deps: CallDeps,
  asking: Asking,
  visible: Pick<Resource, 'fields'>,
  id: string,
): Promise<LinesOf> {
  return presentLines(deps, asking.session, visible, await readLines(deps, asking, visible, id));
}

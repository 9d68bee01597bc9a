import { z } from 'zod';
import { permissionKey } from '@merchant-console/protocol';
import {
  acceptsValue,
  type ChildrenField,
  childrenIn,
  conditionsIn,
  DELETED_LINE,
  isEmpty,
  MOST_CHILDREN,
  recordName,
  type Resource,
} from '@merchant-console/declaration';
import { ConflictError, ForbiddenError, type Message, NotFoundError, ValidationError } from '#server/errors.ts';
import type { Session } from '#server/http/session.ts';
import { actorOf, type CallDeps, seenBy } from './CallDeps.ts';
import { LineError } from './LineError.ts';
import { type Asking, type Lines, linesIn, type LinesOf } from './lines.ts';
import { newDefaults } from './newDefaults.ts';
import { readValues, withKnownRecords } from './readValues.ts';
import type { LineChanges, Values, WireRecord, Within } from './RecordSource.ts';
import type { ResourceBackend } from './ResourceBackend.ts';
import { deciderFor } from './scopeOf.ts';

/** The values of a body that belong to the record itself, and those of its lines. */
export function withoutLines(visible: Pick<Resource, 'fields'>, body: Values): Values {
  const lines = new Set(childrenIn(visible.fields).map(({ source }) => source));
  return lines.size === 0 ? body : Object.fromEntries(Object.entries(body).filter(([source]) => !lines.has(source)));
}

interface Owner {
  /** The resource as the caller sees it. */
  visible: Resource;
  /** The record as it will be saved, with hidden fields. */
  record: WireRecord;
  /** Its lines now; none of a new record. */
  lines: LinesOf;
}

/**
 * The changes of lines that a body asks for, validated by their own declaration, as in calls for the lines alone.
 *
 * @throws {ForbiddenError} if the caller may not create, change or delete one of the lines
 * @throws {ConflictError} if someone else has changed or deleted one of them
 * @throws {ValidationError} with messages by `lines.0.quantity`, or by field if they are about all lines
 */
export async function readLineChanges(
  deps: CallDeps,
  asking: Asking,
  owner: Owner,
  body: Values,
): Promise<LineChanges[]> {
  const found: LineChanges[] = [];
  const errors: Record<string, Message> = {};
  for (const lines of linesIn(deps, owner.visible.fields)) {
    const { source } = lines.field;
    if (body[source] === undefined) continue;
    const changes = await readOne(deps, asking, owner, lines, body[source], errors);
    const isChanged =
      changes.deleted.length > 0 || changes.kept.some(({ target, values }) => !target || !isNothing(values));
    if (!acceptsValue(lines.field, 'edit')) {
      if (isChanged) errors[source] = { key: 'read_only' };
    } else if (isChanged || isMoved(changes, owner.lines[source] ?? [])) found.push(changes);
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return found;
}

function isNothing(values: Values): boolean {
  return Object.keys(values).length === 0;
}

function isMoved({ field, kept }: LineChanges, before: readonly WireRecord[]): boolean {
  const named = kept.map(({ target }) => target?.id);
  const same = before.filter(({ id }) => named.includes(id)).map(({ id }) => id);
  return field.order !== undefined && named.join() !== same.join();
}

const sentLines = z
  .array(
    z.looseObject({ id: z.string().nullish(), revision: z.int().nullish(), [DELETED_LINE]: z.boolean().optional() }),
  )
  // All may be deleted and replaced.
  .max(MOST_CHILDREN * 2);

async function readOne(
  deps: CallDeps,
  { session, request }: Asking,
  owner: Owner,
  { field, resource }: Lines,
  sent: unknown,
  errors: Record<string, Message>,
): Promise<LineChanges> {
  const { source, target, order, reference } = field;
  const parsed = sentLines.safeParse(sent ?? []);
  if (!parsed.success) {
    errors[source] = { key: 'invalid_type' };
    return { field, kept: [], deleted: [] };
  }
  const before = new Map((owner.lines[source] ?? []).map((line) => [line.id, line]));
  const actor = actorOf(session, request);
  const { visible } = seenBy(session, resource);
  const { rules } = resource;
  const decide = await deciderFor(deps.db.kysely, actor, deps.clock.now(), resource, conditionsIn(resource));
  const known = rememberingReads(deps);
  const assertMay = (operation: 'create' | 'edit' | 'delete') => {
    const key = permissionKey(reference, operation);
    if (!resource.operations.includes(operation) || !session.permissions.has(key)) throw new ForbiddenError();
  };
  const kept: LineChanges['kept'][number][] = [];
  const deleted: LineChanges['deleted'][number][] = [];
  const named = new Set<string>();
  for (const [at, { id, revision = null, [DELETED_LINE]: isDeleted = false, ...line }] of parsed.data.entries()) {
    const current = isEmpty(id) ? null : before.get(String(id));
    if (current === undefined || (current && revision !== null && current['revision'] !== revision)) {
      // A line that is gone already need not be deleted.
      if (!current && isDeleted) continue;
      throw new ConflictError();
    }
    if (current && named.has(current.id)) errors[source] = { key: 'invalid_type' };
    if (current) named.add(current.id);
    const to = current && { id: current.id, revision };
    if (isDeleted) {
      assertMay('delete');
      if (to) deleted.push({ target: to, at });
      continue;
    }
    // Its place in the list says where it is, and the record whose line it is.
    const { [order ?? '']: _, [target]: __, ...values } = line;
    const given = { record: owner.record, fields: owner.visible.fields };
    const unsaved = new Map([[owner.record.id, given]]);
    if (!current) assertMay('create');
    try {
      const defaults = current
        ? undefined
        : await newDefaults(known, actor, resource.fields, { ...values, [target]: owner.record.id }, unsaved);
      const read = readValues(
        {
          fields: resource.fields,
          visible: visible.fields,
          current,
          rules,
          decide,
          ...(defaults && { defaults: { ...defaults, [target]: owner.record.id } }),
        },
        values,
      );
      const { [target]: ___, [order ?? '']: ____, ...own } = read;
      const checked = await withKnownRecords(known, session, resource.fields, own, current);
      if (current && !isNothing(checked)) assertMay('edit');
      kept.push({ target: to, values: checked, at });
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      Object.assign(errors, placed(error.fields, source, at));
    }
  }
  return { field, kept, deleted };
}

/** Messages of a line at their place in the body. */
function placed(fields: ValidationError['fields'], source: string, at: number): Record<string, Message> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, message]) => [[source, at, ...(key === '' ? [] : [key])].join('.'), message]),
  );
}

/** The same dependencies, which read each record once: lines often have the same product. */
function rememberingReads(deps: CallDeps): CallDeps {
  const found = new Map<string, ReturnType<ResourceBackend['source']['one']>>();
  const backendOf: CallDeps['backendOf'] = (name) => {
    const backend = deps.backendOf(name);
    if (!backend) return undefined;
    const remembering = (source: ResourceBackend['source']): ResourceBackend['source'] => ({
      ...source,
      one(merchantId, id) {
        const key = `${name} ${id}`;
        const one = found.get(key) ?? source.one(merchantId, id);
        found.set(key, one);
        return one;
      },
    });
    const { seenBy: seen } = backend;
    return {
      ...backend,
      source: remembering(backend.source),
      ...(seen && { seenBy: (viewer) => remembering(seen(viewer)) }),
    };
  };
  return { ...deps, backendOf };
}

/** Writes the changes within the transaction of their owner. */
export function writingLines(deps: CallDeps, { session, request }: Asking, changes: readonly LineChanges[]): Within {
  const actor = actorOf(session, request);
  return async (tx, id) => {
    for (const one of changes) {
      const { reference } = one.field;
      const write = deps.backendOf(reference)?.writer?.writeLines;
      // Its file was removed after the lines were read.
      if (!write) throw new NotFoundError();
      try {
        await write(tx, actor, id, one);
      } catch (error) {
        throw error instanceof LineError ? ofLine(deps, session, one.field, error) : error;
      }
    }
  };
}

/** The error for the whole call: with the message at the line, unless it is that the line has changed. */
function ofLine(
  deps: CallDeps,
  session: Session,
  { reference, source }: ChildrenField,
  { at, cause }: LineError,
): unknown {
  if (cause instanceof ValidationError) return new ValidationError(placed(cause.fields, source, at));
  if (cause instanceof NotFoundError) return new ConflictError();
  if (!(cause instanceof ConflictError) || cause.id === 'conflict') return cause;
  const resource = deps.resourceOf(reference);
  const { args, current, text } = cause;
  const named = resource && current ? { ...args, record: nameFor(session, resource, current) } : args;
  return new ValidationError(placed({ '': { key: text, args: named } }, source, at));
}

function nameFor(session: Session, resource: Resource, record: Values): string {
  const { visible, present } = seenBy(session, resource);
  return recordName(present({ ...record, id: String(record['id']) }), visible);
}

/**
 * Reads the values of a record and of its lines, and throws the messages about both together.
 * @param own the sent values of the record itself, with which lines are checked if they are invalid
 */
export async function readingBoth(
  own: Values,
  readOwn: () => Promise<Values>,
  readOther: (values: Values) => Promise<LineChanges[]>,
): Promise<{ values: Values; changes: LineChanges[] }> {
  const errors: Record<string, Message> = {};
  const collecting = async <T>(read: () => Promise<T>): Promise<T | null> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      Object.assign(errors, error.fields);
      return null;
    }
  };
  const values = await collecting(readOwn);
  const changes = await collecting(() => readOther(values ?? own));
  if (!values || !changes) throw new ValidationError(errors);
  return { values, changes };
}

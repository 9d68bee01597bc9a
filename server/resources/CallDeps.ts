import type { FastifyRequest } from 'fastify';
import type { Call } from '#shared/contract/call.ts';
import type { TimelineEntry } from '@merchant-console/protocol';
import {
  type ChartDeclaration,
  recordName,
  type Resource,
  type Translate,
  visibleTo,
  withComputedValues,
} from '@merchant-console/declaration';
import type { Language } from '@merchant-console/declaration/languages';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { ConflictError } from '#server/errors.ts';
import type { FileStore } from '#server/files/fileStore.ts';
import type { Session } from '#server/http/session.ts';
import type { WithLanguage } from '#server/i18n/translators.ts';
import type { Exporter } from './export/createExporter.ts';
import type { Actor, RecordSource, WireRecord } from './RecordSource.ts';
import type { ResourceBackend } from './ResourceBackend.ts';

/** Dependencies of the calls of declared resources. */
export interface CallDeps {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  translators: Record<Language, Translate>;
  /** The timeline of a record, newest entry first. */
  timeline(merchantId: string, resource: Resource, id: string): Promise<TimelineEntry[]>;
  files: FileStore;
  exporter: Exporter;
  /** @throws {ValidationError} on `pay_password` if it is wrong or locked */
  checkPayPassword(merchantId: string, userId: string, password: unknown): Promise<void>;
  /** Marks the code as used. @throws {ValidationError} on `totp_code` if it is wrong or locked */
  checkTotp(merchantId: string, userId: string, code: unknown): Promise<void>;
  /** The back end of a resource; undefined if this server doesn't have its records. */
  backendOf(resource: string): ResourceBackend | undefined;
  resourceOf(name: string): Resource | undefined;
  /** The charts that dashboards show of a resource. */
  chartsOn(name: string): readonly ChartDeclaration[];
}

/** A declared resource and its back end. */
export interface Served {
  resource: Resource;
  backend: ResourceBackend;
}

/** A resource as the caller may see it, and the presentation of its records. */
interface Seen {
  visible: Resource;
  present(record: WireRecord): WireRecord;
}

export function seenBy({ permissions }: Session, resource: Resource): Seen {
  const visible = visibleTo(permissions, resource);
  return { visible, present: (record) => presentRecord(resource, visible, record) };
}

/** The source that contains only the records the caller may see. */
export function sourceFor(
  { session, request }: { session: Session; request: WithLanguage },
  { source, sourceFor: narrowed, seenBy: seen }: ResourceBackend,
): RecordSource {
  if (seen) return seen(session);
  return narrowed ? narrowed(session, request) : source;
}

/** The mark of a write or an action that needs a confirmed session. @param key `create`, `update`, `remove` or an action's key */
export function stepUpOf({ stepUp = [], sometimesStepUp = [] }: ResourceBackend, key: string): Pick<Call, 'stepUp'> {
  if (stepUp.includes(key)) return { stepUp: 'always' };
  return sometimesStepUp.includes(key) ? { stepUp: 'sometimes' } : {};
}

/** Maximum stored length of a user agent. */
export const LONGEST_USER_AGENT = 256;

export function actorOf({ merchantId, userId, permissions }: Session, request: FastifyRequest): Actor {
  const userAgent = request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null;
  return { merchantId, userId, ip: request.ip, userAgent, permissions };
}

/**
 * A record as the caller sees it: with computed values, without hidden fields.
 * @param visible the resource without hidden fields, see `visibleTo`
 */
function presentRecord(resource: Resource, visible: Resource, record: WireRecord): WireRecord {
  const whole = withComputedValues(resource.fields, record);
  if (visible === resource) return whole;
  const shown = new Set(visible.fields.map(({ source }) => source));
  const hidden = new Set(resource.fields.map(({ source }) => source).filter((source) => !shown.has(source)));
  const { id, ...rest } = whole;
  return { id, ...Object.fromEntries(Object.entries(rest).filter(([source]) => !hidden.has(source))) };
}

/** Presents the record of a ConflictError, and its name in the message, without fields that the caller may not see. */
export async function presentingConflict<T>({ visible, present }: Seen, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ConflictError) || error.current === null) throw error;
    const { id, args, current } = error;
    const shown = present({ ...current, id: String(current['id']) });
    const named = args['record'] === undefined ? args : { ...args, record: recordName(shown, visible) };
    throw new ConflictError({ id, args: named, current: shown });
  }
}

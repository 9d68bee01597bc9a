import type { FastifyRequest } from 'fastify';
import type { Resource } from '#shared/declaration/resource.ts';
import { visibleTo } from '#shared/declaration/visibleTo.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { Session } from '#server/http/session.ts';
import type { Exporter } from './export/createExporter.ts';
import type { Actor, RecordSource, WireRecord } from './RecordSource.ts';
import type { FileStore, ReadTimeline, ResourceBackend } from './ResourceBackend.ts';
import { withComputed } from './withComputed.ts';

/** What the calls of all declared resources work with. */
export interface CallMeans {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  timeline: ReadTimeline;
  files: FileStore;
  exporter: Exporter;
  /** @throws ValidationError on `pay_password` */
  checkPayPassword(merchantId: string, userId: string, password: unknown): Promise<void>;
  /** Uses the code up. @throws ValidationError on `totp_code` */
  checkTotp(merchantId: string, userId: string, code: unknown): Promise<void>;
  /** Where the records of a resource are; undefined for one that is not here. */
  backendOf(resource: string): ResourceBackend | undefined;
}

/** A resource in use and where its records are. */
export interface Served {
  resource: Resource;
  backend: ResourceBackend;
}

/** A resource as the asker knows it, and how its records look to them. */
export interface Seen {
  visible: Resource;
  present(record: WireRecord): WireRecord;
}

export function seenBy({ permissions }: Session, resource: Resource): Seen {
  const visible = visibleTo(permissions, resource);
  return { visible, present: (record) => presentRecord(resource, visible, record) };
}

/** Where somebody reads the records of a resource: what is not theirs to see is not in it. */
export function sourceFor(session: Session, { source, sourceFor: narrowed }: ResourceBackend): RecordSource {
  return narrowed ? narrowed(session) : source;
}

/** Longest text of a browser's name that is kept with what it did. */
export const LONGEST_USER_AGENT = 256;

export function actorOf({ merchantId, userId }: Session, request: FastifyRequest): Actor {
  const userAgent = request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null;
  return { merchantId, userId, ip: request.ip, userAgent };
}

/**
 * A record as somebody sees it: with its computed values, and without the fields that are not theirs to see.
 * @param visible the resource as they know it, see `visibleTo`
 */
function presentRecord(resource: Resource, visible: Resource, record: WireRecord): WireRecord {
  const whole = withComputed(resource, record);
  if (visible === resource) return whole;
  const shown = new Set(visible.fields.map(({ source }) => source));
  const hidden = new Set(resource.fields.map(({ source }) => source).filter((source) => !shown.has(source)));
  const { id, ...rest } = whole;
  return { id, ...Object.fromEntries(Object.entries(rest).filter(([source]) => !hidden.has(source))) };
}

import { z } from 'zod';
import type { GatewayCallName } from '#shared/contract/gateway.ts';
import { GATEWAY_VERSIONS } from '#shared/gateway/versions.ts';
import { MalformedError } from '#server/errors.ts';

type Data = Readonly<Record<string, unknown>>;

/** A version of the gateway's responses. Calls are answered in the newest one, and then turned into earlier ones. */
export interface GatewayVersion {
  /** Its date. */
  name: string;
  /** Turns the `data` of this version into that of the version before, by call. Absent: they are the same. */
  toEarlier?: Partial<Record<GatewayCallName, (data: Data) => Data>>;
}

/** All versions, oldest first. A new one says here what it has changed. */
export const VERSIONS: readonly GatewayVersion[] = GATEWAY_VERSIONS.map((name) => ({ name }));

/**
 * The version to answer a call in: the one that its header names, or its key's.
 * @throws {MalformedError} `gateway_version` if there is no such version; names those that there are
 */
export function versionOf(
  header: string | string[] | undefined,
  ofKey: string,
  versions: readonly GatewayVersion[],
): string {
  const asked = Array.isArray(header) ? header.join(', ') : header;
  if (asked === undefined || asked === '') return ofKey;
  if (versions.some(({ name }) => name === asked)) return asked;
  throw new MalformedError('gateway_version', {
    version: asked.slice(0, 40),
    known: versions.map(({ name }) => name).join(', '),
  });
}

const dataSchema = z.record(z.string(), z.unknown());

/** The `data` of a response in an earlier version. Changes of the versions after it are undone, newest first. */
export function answerIn(
  version: string,
  versions: readonly GatewayVersion[],
  call: GatewayCallName,
  data: unknown,
): unknown {
  return versions
    .filter(({ name }) => name > version)
    .toReversed()
    .reduce((answer, { toEarlier }) => toEarlier?.[call]?.(dataSchema.parse(answer)) ?? answer, data);
}

import type { Identifier, RaRecord } from 'react-admin';
import { placeBelow } from '@merchant-console/protocol';
import { ApiError } from '../ApiError.ts';
import { callMapped, type MappedClient } from './callMapped.ts';
import type { MappedVerb } from './EndpointMapping.ts';

type Values = Readonly<Record<string, unknown>>;

/** @throws {ApiError} with status 404 if the record's place exists but is empty */
export async function mappedShow(
  connection: MappedClient,
  verb: MappedVerb<'show'>,
  id: Identifier,
  signal?: AbortSignal,
): Promise<RaRecord> {
  const answer = await callMapped(connection, verb, { id, ids: [id] }, { signal });
  const record = answer.row(verb.endpoint.row ?? verb.envelope.data);
  if (record === null) throw ApiError.notFound();
  return record;
}

/**
 * @param show refetches the record, for a back end that returns at most its ID
 * @throws {ApiError} if the call fails
 */
export async function mappedCreate(
  connection: MappedClient,
  verb: MappedVerb<'create'>,
  record: Values,
  show: (id: Identifier) => Promise<RaRecord>,
): Promise<RaRecord> {
  const answer = await callMapped(connection, verb, { record });
  const { row } = verb.endpoint;
  const created = row === undefined ? null : answer.row(row);
  if (created !== null) return created;
  const { data } = verb.envelope;
  const idPlace = placeBelow(data, verb.places['id'] ?? 'id');
  const id = answer.at(idPlace) ?? answer.at(data);
  if (typeof id !== 'string' && typeof id !== 'number') throw answer.missing(row ?? idPlace);
  return show(id);
}

/** See `mappedCreate`. */
export async function mappedUpdate(
  connection: MappedClient,
  verb: MappedVerb<'update'>,
  { id, data }: { id: Identifier; data: Values },
  show: (id: Identifier) => Promise<RaRecord>,
): Promise<RaRecord> {
  const answer = await callMapped(connection, verb, { id, ids: [id], record: { ...data, id } });
  const { row } = verb.endpoint;
  const updated = row === undefined ? null : answer.row(row);
  return updated ?? show(id);
}

/**
 * Returns the previous record as known to the caller, because other back ends return nothing.
 * @throws {ApiError} if the call fails
 */
export async function mappedDelete(
  connection: MappedClient,
  verb: MappedVerb<'delete'>,
  { id, previousData }: { id: Identifier; previousData?: RaRecord },
): Promise<RaRecord> {
  await callMapped(connection, verb, { id, ids: [id] });
  return previousData ?? { id };
}

/** Browsers make at most six parallel requests per host, and the time limit of queued ones is already running. */
const AT_A_TIME = 6;

/** Fetches records one by one, from a back end that can't return several IDs at once. Leaves out missing records. */
export async function manyByShow<R>(ids: readonly Identifier[], show: (id: Identifier) => Promise<R>): Promise<R[]> {
  const records: R[] = [];
  for (let start = 0; start < ids.length; start += AT_A_TIME) {
    const found = await Promise.all(ids.slice(start, start + AT_A_TIME).map((id) => ifThere(show(id))));
    records.push(...found.flat());
  }
  return records;
}

async function ifThere<R>(record: Promise<R>): Promise<R[]> {
  try {
    return [await record];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

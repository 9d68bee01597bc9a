import type { Identifier, RaRecord } from 'react-admin';
import { placeBelow } from '#shared/contract/envelopeForm.ts';
import { ApiError } from '../ApiError.ts';
import { callMapped, type MappedClient } from './callMapped.ts';
import type { MappedVerb } from './EndpointMapping.ts';

type Values = Readonly<Record<string, unknown>>;

/** @throws ApiError; with the status 404 where the place of the record is there and empty */
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
 * @param show reads the record anew, for a back end that answers with its id at most
 * @throws ApiError
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

/** As `mappedCreate`. */
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

/** The record as it was, as far as the caller knows it: other back ends answer with nothing. @throws ApiError */
export async function mappedDelete(
  connection: MappedClient,
  verb: MappedVerb<'delete'>,
  { id, previousData }: { id: Identifier; previousData?: RaRecord },
): Promise<RaRecord> {
  await callMapped(connection, verb, { id, ids: [id] });
  return previousData ?? { id };
}

/** A browser makes six requests to one host at a time; the time limit of those that wait runs already. */
const AT_A_TIME = 6;

/** Records one by one, for a back end that can't be asked for several ids at once. Those that are missing are left out. */
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

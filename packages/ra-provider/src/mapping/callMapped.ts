import type { RaRecord } from 'react-admin';
import { z } from 'zod';
import { variableOf, toRecord, valueAtPlace, type EndpointValues, type Envelope } from '@merchant-console/protocol';
import { ApiError } from '../ApiError.ts';
import type { HttpAnswer, HttpClient } from '../httpClient.ts';
import type { MappedVerb } from './EndpointMapping.ts';
import { mappedRequest } from './mappedRequest.ts';
import { isRecord } from '../checkedRecords.ts';

export interface MappedClient {
  /** `/prod-api`, or another base URL of the API. */
  apiBase: string;
  httpClient: HttpClient;
  /** Format of the back end's responses unless a declaration sets another. Default: the console's own. */
  envelope?: Envelope | undefined;
}

interface Options {
  signal?: AbortSignal | undefined;
  /** Query of the console's own call, for a mapping without query and body. */
  query?: Readonly<Record<string, string>>;
}

/**
 * Makes the call of a mapped verb.
 * @throws the HTTP client's errors
 */
export async function callMapped(
  { apiBase, httpClient }: MappedClient,
  verb: MappedVerb,
  values: EndpointValues,
  { signal, query }: Options = {},
) {
  const { path, method, headers, body } = mappedRequest(verb, values, query);
  const answer = await namingSources(verb, () =>
    httpClient(`${apiBase}/${path}`, {
      method,
      headers,
      envelope: verb.envelope,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    }),
  );
  return { ...mappedAnswer(verb, answer, path), headers: answer.headers };
}

/** A response with readers of its parts. */
export type MappedAnswer = Awaited<ReturnType<typeof callMapped>>;

/** Renames the fields of error messages from the other back end's names to ours. */
async function namingSources<T>(verb: MappedVerb, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ApiError) error.renameFields((name) => sourceOfName(verb, name));
    throw error;
  }
}

const rowSchema = z.record(z.string(), z.unknown());
const countSchema = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

/**
 * Readers of the response to a mapped verb. All throw an ApiError that names the place.
 *
 * @param http the HTTP client's response, whose envelope has already been read; `body` is JSON
 * @param path of the request, with its query
 */
function mappedAnswer(
  { resource, verb, places, preset }: MappedVerb,
  { body }: Pick<HttpAnswer, 'body'>,
  path: string,
) {
  const documents = preset?.documents;
  const answer: unknown = body.trim() === '' ? null : JSON.parse(body);
  const whole = documents ? documents.read(answer, verb, new URLSearchParams(path.split('?')[1])) : answer;
  /** Undefined if the place doesn't exist. */
  const at = (place: string) => valueAtPlace(whole, place);
  const missing = (place: string) => ApiError.misplaced({ resource, verb, place });

  function record(value: unknown, place: string): RaRecord {
    const row = rowSchema.safeParse(value);
    if (!row.success) throw missing(place);
    const named = toRecord(row.data, places);
    const found = documents?.record(named) ?? named;
    if (!isRecord(found)) throw missing(`${place}.${places['id'] ?? 'id'}`);
    return found;
  }

  return {
    at,
    missing,
    count(place: string) {
      const count = countSchema.safeParse(at(place));
      if (!count.success) throw missing(place);
      return count.data;
    },
    rows: (place: string) => {
      const rows = at(place);
      if (!Array.isArray(rows)) throw missing(place);
      return rows.map((row) => record(row, `${place}[]`));
    },
    /** Null if the place exists but is empty. */
    row: (place: string) => {
      const value = at(place);
      return value === null ? null : record(value, place);
    },
  };
}

/** The source that a verb sends under the other back end's name, or the name itself if there is none. */
function sourceOfName({ endpoint: { body = {} }, places, preset }: MappedVerb, told: string): string {
  const name = preset?.documents?.fieldOf(told) ?? told;
  for (const [key, template] of Object.entries(body)) {
    const variable = variableOf(template);
    if (variable?.name !== 'record') continue;
    if (variable.part !== null && key === name) return variable.part;
    if (variable.part === null && name.startsWith(`${key}.`)) return sourceAt(places, name.slice(key.length + 1));
  }
  return sourceAt(places, name);
}

function sourceAt(places: MappedVerb['places'], name: string): string {
  return Object.entries(places).find(([, place]) => place === name)?.[0] ?? name;
}

import type { EndpointValues } from '#shared/declaration/endpoint/variables.ts';
import type { Envelope } from '#shared/contract/envelopeForm.ts';
import { ApiError } from '../ApiError.ts';
import type { HttpAnswer, HttpClient } from '../httpClient.ts';
import type { MappedVerb } from './EndpointMapping.ts';
import { mappedAnswer, type MappedAnswer } from './MappedAnswer.ts';
import { mappedRequest } from './mappedRequest.ts';
import { sourceOfName } from './sourceOfName.ts';

export interface Connection {
  /** `/prod-api`, or where else the API is. */
  apiBase: string;
  httpClient: HttpClient;
  /** How the back end says what it says, where a declaration says nothing else; in the console's own form when absent. */
  envelope?: Envelope | undefined;
}

interface Options {
  signal?: AbortSignal | undefined;
  /** What the console's own call would ask, for a mapping that says neither query nor body. */
  query?: Readonly<Record<string, string>>;
}

/** Makes the call that a mapped verb is. @throws what the HTTP client throws */
export async function callMapped(
  { apiBase, httpClient }: Connection,
  verb: MappedVerb,
  values: EndpointValues,
  { signal, query }: Options = {},
): Promise<MappedAnswer & Pick<HttpAnswer, 'headers'>> {
  const { path, method, body } = mappedRequest(verb, values, query);
  const answer = await namingSources(verb, () =>
    httpClient(`${apiBase}/${path}`, {
      ...{ method, envelope: verb.envelope },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    }),
  );
  return { ...mappedAnswer(verb, answer), headers: answer.headers };
}

/** Messages by field come under the other back end's names: they are given to the fields that it means. */
async function namingSources<T>(verb: MappedVerb, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ApiError) error.renameFields((name) => sourceOfName(verb, name));
    throw error;
  }
}

import type { EndpointValues } from '#shared/declaration/endpoint/variables.ts';
import type { HttpAnswer, HttpClient } from '../httpClient.ts';
import type { MappedVerb } from './EndpointMapping.ts';
import { mappedAnswer, type MappedAnswer } from './MappedAnswer.ts';
import { mappedRequest } from './mappedRequest.ts';

export interface Connection {
  /** `/prod-api`, or where else the API is. */
  apiBase: string;
  httpClient: HttpClient;
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
  const answer = await httpClient(`${apiBase}/${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  });
  return { ...mappedAnswer(verb, answer), headers: answer.headers };
}

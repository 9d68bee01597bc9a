import { MOST_NAMES, userNames } from '#shared/contract/userNames.ts';
import type { Api } from './createApi.ts';

/**
 * Names of users of the own merchant by their IDs, for users who may not list them. Loaded on demand, because few users
 * need it and the scripts of a first list are limited.
 */
export async function namesOfColleagues(
  api: Api,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const pieces = Array.from({ length: Math.ceil(ids.length / MOST_NAMES) }, (_, place) =>
    ids.slice(place * MOST_NAMES, (place + 1) * MOST_NAMES),
  );
  const found = await Promise.all(pieces.map((some) => api(userNames, { query: { ids: some.join(',') }, signal })));
  return Object.fromEntries(found.flat().map(({ id, name }) => [id, name]));
}

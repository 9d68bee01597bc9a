import type { FilterPayload } from 'react-admin';
import { z } from 'zod';
import { amountSchema } from '#shared/contract/amount.ts';
import { figureSchema, type Figure, type Summary } from '#shared/contract/listQuery.ts';
import { placeBelow } from '#shared/contract/envelopeForm.ts';
import { callMapped, type Connection } from './callMapped.ts';
import type { MappedVerb } from './EndpointMapping.ts';

/** Digits or a number that is exact, of a back end with one currency; else a figure per currency, as our server's. */
const figuresSchema = z.union([
  z.union([amountSchema, z.int().transform(String)]).transform((sum): Figure[] => [{ currency: null, sum }]),
  z.array(figureSchema),
]);
const sumsSchema = z.record(z.string(), figuresSchema);

/** Count and sums, each from its place. @throws ApiError that names the place of a figure that is missing */
export async function mappedSummary(
  connection: Connection,
  verb: MappedVerb<'summary'>,
  filter: FilterPayload,
  signal?: AbortSignal,
): Promise<Summary> {
  const query = { filter: JSON.stringify(filter) };
  const answer = await callMapped(connection, verb, { filter, q: filter['q'] }, { signal, query });
  const { data } = verb.envelope;
  const { count = placeBelow(data, 'count'), sums } = verb.endpoint;
  const sumsPlace = placeBelow(data, 'sums');
  const sumAt = (place: string) => {
    const sum = figuresSchema.safeParse(answer.at(place));
    if (!sum.success) throw answer.missing(place);
    return sum.data;
  };
  const allSums = () => {
    const all = sumsSchema.safeParse(answer.at(sumsPlace));
    if (!all.success) throw answer.missing(sumsPlace);
    return all.data;
  };
  return {
    count: answer.count(count),
    sums: sums ? Object.fromEntries(Object.entries(sums).map(([source, place]) => [source, sumAt(place)])) : allSums(),
  };
}

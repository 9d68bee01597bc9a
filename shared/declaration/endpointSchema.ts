import { z } from 'zod';
import { placeSchema } from '../contract/envelopeForm.ts';

const template = z.union([z.string(), z.number(), z.boolean()]);
const path = z
  .string()
  .regex(/^[^/?#\s][^?#\s]*$/)
  .describe('Below the API base, with :id for the record');
const place = placeSchema;

const base = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional().describe('That of the verb when absent'),
  path,
  query: z
    .record(z.string(), template)
    .optional()
    .describe(
      '$page $perPage $offset $from $to $sort $order $q $filter (as JSON) $filter.<name> $id $ids, and for an export $format $columns; several values are joined by commas; without a value the parameter is left out',
    ),
  body: z
    .record(z.string(), template)
    .optional()
    .describe('As query, and $record (all of it) or $record.<source>; the record itself when absent'),
  record: z
    .record(z.string(), place)
    .optional()
    .describe('Where each source of a record lies in a row, for those that differ; as for the list when absent'),
});

const row = place.optional().describe('Where the record lies in the answer; data when absent');
const written = place
  .optional()
  .describe('Where the record, as it is stored now, lies in the answer; when absent it is read anew');

/** Calls of a third-party back end for the verbs of a resource. */
export const endpointsSchema = z
  .strictObject({
    list: base
      .extend({
        rows: place.optional().describe('Where the rows lie in the answer; data when absent'),
        total: place.optional().describe('Where the number of all rows lies; the header Content-Range when absent'),
      })
      .describe('A page of the list'),
    show: base.extend({ row }).describe('One record'),
    create: base.extend({ row: written }).describe('A new record'),
    update: base.extend({ row: written }).describe('A change of a record'),
    delete: base.describe('The end of a record'),
    summary: base
      .extend({
        count: place.optional(),
        sums: z
          .record(z.string(), place)
          .optional()
          .describe('Where the sum of each source lies: digits, or a list of one for each currency'),
      })
      .describe('Count and sums of the current filter'),
    export: base.describe('The list as a file'),
  })
  .partial();
export type Endpoints = z.infer<typeof endpointsSchema>;
export type Endpoint<V extends keyof Endpoints = keyof Endpoints> = NonNullable<Endpoints[V]>;

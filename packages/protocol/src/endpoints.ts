import { z } from 'zod';
import { placeSchema } from './envelopeFormSchema.ts';

const template = z.union([z.string(), z.number(), z.boolean()]);
const path = z
  .string()
  .regex(/^[^/?#\s][^?#\s]*$/)
  .describe('Path below the API base; :id stands for the record');
const place = placeSchema;

const base = z.strictObject({
  method: z
    .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    .optional()
    .describe('HTTP method. Default: the usual method of the operation'),
  path,
  query: z
    .record(z.string(), template)
    .optional()
    .describe(
      'Query parameters. Placeholders: $page $perPage $offset $from $to $sort $order $q $filter (as JSON) $filter.<name> $id $ids; for an export also $format $columns. Multiple values are joined by commas, or become one parameter each if the placeholder ends with three dots ($ids...); a parameter without a value is omitted',
    ),
  body: z
    .record(z.string(), template)
    .optional()
    .describe(
      'Request body. Placeholders: those of query, $record (the whole record) and $record.<source>. Default: the record',
    ),
  record: z
    .record(z.string(), place)
    .optional()
    .describe('Path of each source in a row, for sources whose key differs. Default: as for the list'),
});

const row = place.optional().describe('Path of the record in the response. Default: data');
const written = place
  .optional()
  .describe('Path of the stored record in the response. Default: the record is fetched again');

/** Calls of a third-party back end for the verbs of a resource. */
export const endpointsSchema = z
  .strictObject({
    list: base
      .extend({
        rows: place.optional().describe('Path of the rows in the response. Default: data'),
        total: z
          .union([
            place,
            z.strictObject({
              header: z
                .string()
                .regex(/^[\w-]+$/)
                .describe('A number of rows, such as 345'),
            }),
          ])
          .optional()
          .describe(
            'Path of the total number of rows, or the header that contains it. Default: the header Content-Range',
          ),
      })
      .describe('Reads a page of the list'),
    show: base.extend({ row }).describe('Reads one record'),
    create: base.extend({ row: written }).describe('Creates a record'),
    update: base.extend({ row: written }).describe('Changes a record'),
    delete: base.describe('Deletes a record'),
    summary: base
      .extend({
        count: place.optional(),
        sums: z
          .record(z.string(), place)
          .optional()
          .describe('Path of the sum of each source: digits, or a list with one sum per currency'),
      })
      .describe('Reads the number of records that match the filter, and their sums'),
    export: base.describe('Exports the list as a file'),
  })
  .partial();
export type Endpoints = z.infer<typeof endpointsSchema>;
export type Endpoint<V extends keyof Endpoints = keyof Endpoints> = NonNullable<Endpoints[V]>;

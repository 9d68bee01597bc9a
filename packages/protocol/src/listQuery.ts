import { z } from 'zod';

/** Most rows that one list request may ask for. */
export const MAX_RANGE = 1000;
/**
 * Most values of one key of a filter, such as `filter={"id":[…]}`. As UUIDs in a URL, they take 45 KB of the 60 KB that
 * the server accepts as headers.
 */
export const MAX_VALUES = 1000;
/** Most characters of a filter before it is encoded. */
const LONGEST_FILTER = 61_440;

/**
 * Filter keys in a request: `field`, `field_gte`, `field_lte`, `field_gt`, `field_lt`, `field_like`, `field_neq`,
 * `field_empty`, `q`.
 */
const scalar = z.union([z.string().max(256), z.number(), z.boolean(), z.null()]);
export const filterSchema = z.record(z.string().max(80), z.union([scalar, z.array(scalar)]));
export type Filter = z.infer<typeof filterSchema>;

export const sortSchema = z.tuple([z.string().max(80), z.enum(['ASC', 'DESC'])]);
export type SortParameter = z.infer<typeof sortSchema>;

/** First and last requested row, counted from 0, both inclusive. */
export const rangeSchema = z
  .tuple([z.int().min(0), z.int().min(0)])
  .refine(([from, to]) => to >= from && to - from < MAX_RANGE);
export type Range = z.infer<typeof rangeSchema>;

/** Query of `GET /<endpoint>` in the format of ra-data-simple-rest: three JSON texts. */
export const listQuerySchema = z.strictObject({
  filter: z
    .string()
    .max(LONGEST_FILTER)
    .optional()
    .describe(
      `JSON object of conditions, such as {"status":"success"} or {"id":["…","…"]}. A list has at most ${MAX_VALUES} values; split longer ones into several calls`,
    ),
  sort: z.string().max(256).optional(),
  range: z.string().max(64).optional(),
});

/** `orders 0-9/345`, or `orders *\/345` for a page past the end. */
export function contentRange(resource: string, from: number, rows: number, total: number): string {
  return rows === 0 ? `${resource} */${total}` : `${resource} ${from}-${from + rows - 1}/${total}`;
}

const digits = z.string().regex(/^-?[0-9]{1,40}(\.[0-9]{1,9})?$/);

/** Total of one column in one currency, in minor units as digits; of decimal numbers with their decimals. */
export const figureSchema = z.object({
  /** Null for the tenant's own currency, and for other numbers, which have none. */
  currency: z.string().nullable(),
  /** Sum over the records in which the column counts. */
  sum: digits,
  /** Sum over the records that hold the amount frozen, if the declaration says when; not included in `sum`. */
  frozen: digits.optional(),
  /** Sum over the records that still expect the amount, if the declaration says when; not included in `sum`. */
  expected: digits.optional(),
  /** `sum` split by the list's tabs, for a column that counts in every record. */
  by_tab: z.record(z.string(), digits).optional(),
});
export type Figure = z.infer<typeof figureSchema>;

/** Spans of time by which records can be grouped. A week begins on Monday. */
export const PERIODS = ['day', 'week', 'month', 'year'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Most groups of a response; the others are added up. */
export const MOST_GROUPS = 12;

/** Query of `GET /<endpoint>/summary`. */
export const summaryQuerySchema = listQuerySchema.pick({ filter: true }).extend({
  by: z.string().max(80).optional().describe('Field of a chart of the list: also groups the records by its values'),
  per: z.enum(PERIODS).optional().describe('Groups a date or time by such periods'),
  zone: z.string().max(64).optional().describe('IANA time zone in which these periods begin. Default: UTC'),
});

const countedSchema = z.object({
  count: z.int().min(0),
  sums: z.record(z.string(), z.array(figureSchema)),
});

const groupSchema = countedSchema.extend({
  /** Common value of the records, or the first day of their period; null for those without one. */
  value: z.string().nullable(),
});
export type Group = z.infer<typeof groupSchema>;

/**
 * GET /<endpoint>/summary: number of matching records, and for each summed column one sorted figure per currency; with
 * `by`, also those of the groups.
 */
export const summarySchema = countedSchema.extend({
  /** The largest groups first; of periods the records without one, then the latest. At most `MOST_GROUPS`. */
  groups: z.array(groupSchema).optional(),
  /** The records of all other groups. Null if there are none. */
  others: countedSchema.nullable().optional(),
});
export type Summary = z.infer<typeof summarySchema>;

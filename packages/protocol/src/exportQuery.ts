import { z } from 'zod';
import { listQuerySchema } from './listQuery.ts';

const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Query of `GET /<endpoint>/export`: filter and sort of the list, and the columns as a JSON array of sources. */
export const exportQuerySchema = listQuerySchema.pick({ filter: true, sort: true }).extend({
  format: z.enum(EXPORT_FORMATS).default('csv'),
  columns: z.string().max(16_384).optional(),
});
export type ExportQuery = z.output<typeof exportQuerySchema>;

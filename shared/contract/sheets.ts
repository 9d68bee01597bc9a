import { z } from 'zod';
import { ENCODINGS, HIDDEN_ROWS_CHOICES } from './sheetFile.ts';

const hiddenRowsSchema = z.object({
  count: z.int(),
  lines: z
    .array(z.tuple([z.int(), z.int()]))
    .meta({ description: 'First and last row of each range in the spreadsheet; at most 50 ranges' }),
});
export type HiddenRows = z.output<typeof hiddenRowsSchema>;

/** The parts of a file that weren't read, and the choices of the user who uploaded it. */
export const sheetReadingSchema = z.object({
  sheet: z.string().nullable().meta({ description: 'Name of the sheet that was read; null for a CSV' }),
  other_sheets: z
    .array(z.object({ name: z.string(), has_payments: z.boolean() }))
    .meta({ description: "Sheets that weren't read; `has_payments` if they have the column names, too" }),
  hidden_rows: hiddenRowsSchema.extend({ choice: z.enum(HIDDEN_ROWS_CHOICES) }).nullable(),
  hidden_columns: z.array(z.string()).meta({ description: 'Columns that are hidden in the spreadsheet and were read' }),
  rows_above: z.int().meta({ description: "Number of rows above the column names, which weren't read" }),
  encoding: z.enum(ENCODINGS).nullable().meta({ description: 'Encoding that the user chose, or null' }),
});
export type SheetReading = z.output<typeof sheetReadingSchema>;

/** Questions that must be answered before a file can be read; `current` of the error `batch_choice`. */
export const sheetChoicesSchema = z.object({
  sheets: z
    .array(
      z.object({
        name: z.string(),
        is_active: z.boolean(),
        row_count: z.int().nullable().meta({ description: 'Number of its rows; null if there are too many' }),
        hidden_rows: hiddenRowsSchema
          .extend({ sample: z.array(z.string()).meta({ description: 'What its first hidden rows contain' }) })
          .nullable(),
      }),
    )
    .meta({ description: 'Visible sheets with the column names, the active one first; empty for a CSV' }),
  encodings: z
    .array(z.object({ encoding: z.enum(ENCODINGS), sample: z.array(z.string()) }))
    .meta({ description: 'Possible encodings, each with some of the texts in it; empty for a spreadsheet' }),
});
export type SheetChoices = z.output<typeof sheetChoicesSchema>;

/** The choices of a user who uploads a table, as query parameters. */
export const sheetChoiceSchema = z.object({
  sheet: z.string().max(255).optional().meta({ description: 'Name of the sheet to read, if several have rows' }),
  hidden_rows: z.enum(HIDDEN_ROWS_CHOICES).optional().meta({ description: 'Required if the sheet has hidden rows' }),
  encoding: z.enum(ENCODINGS).optional().meta({ description: "Encoding of a CSV. Required if it can't be recognised" }),
});

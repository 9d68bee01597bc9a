import { z } from 'zod';
import { nameSchema } from './names.ts';
import { labelSchema } from './texts/label.ts';

const kanbanSchema = z.strictObject({
  type: z.literal('kanban').describe('A board'),
  label: labelSchema.optional().describe('Name of the view. Default: “Board”'),
  by: nameSchema.describe('Required enum field with a filter, of which each choice is a column'),
  move: z
    .record(z.string(), nameSchema)
    .optional()
    .describe(
      'Actions that move a card to a column, as id of the choice → key of the action. Default: moving changes the field',
    ),
  card: z.array(nameSchema).min(1).optional().describe('Fields shown on a card below the name of the record'),
  sum: nameSchema.optional().describe('Field of `summary` whose sum is shown above each column'),
});

const calendarSchema = z.strictObject({
  type: z.literal('calendar').describe('The days of a month'),
  label: labelSchema.optional().describe('Name of the view. Default: “Calendar”'),
  from: nameSchema.describe(
    'Field of type date or datetime with the filter range. Each record is on its day; moving a record changes the field',
  ),
  to: nameSchema
    .optional()
    .describe('Field of the same type: the record is on each day up to this one. Moving a record changes it, too'),
  title: nameSchema.describe('Field shown as the name of a record'),
});

const cardsSchema = z.strictObject({
  type: z.literal('cards').describe('Cards with the columns, and the first image field if there is one'),
  label: labelSchema.optional().describe('Name of the view. Default: “Cards”'),
});

/** A way of showing the records of a list besides a table. */
export const viewSchema = z.discriminatedUnion('type', [kanbanSchema, calendarSchema, cardsSchema]);

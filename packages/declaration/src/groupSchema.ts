import { z } from 'zod';
import { labelSchema } from './texts/label.ts';
import { MAX_SCALE } from './decimal.ts';
import { choiceSchema } from './fieldParts.ts';
import { MOST_GROUPS } from './manyTexts.ts';
import { nameSchema } from './names.ts';
import { dayLimits, decimalSchema, LEAST, MOST, patternSchema, textLength } from './valueSchemas.ts';

const MOST_PARTS = 12;

const base = z.strictObject({
  source: nameSchema.describe('Key of the value in its group'),
  label: labelSchema.optional().describe('Name of the value. Default: its translation, otherwise the source as words'),
  help: labelSchema.optional().describe('Help text below the input'),
  required: z.boolean().optional().describe('Each group must have a value. 0 and false are values'),
});

/** A value of a group. Each shape is a part of that of a field with the same type, so that both are checked in the same way. */
const partSchema = z.discriminatedUnion('type', [
  base.extend({
    type: z.literal('text').describe('Single-line text'),
    ...textLength,
    pattern: patternSchema,
    format: z
      .enum(['email', 'url', 'phone'])
      .optional()
      .describe('Required format. Addresses and phone numbers are links'),
  }),
  base.extend({
    type: z.literal('enum').describe('One of a fixed list of values'),
    choices: z.array(choiceSchema).min(1).describe('All values, in display order'),
  }),
  base.extend({ type: z.literal('boolean').describe('true or false') }),
  base.extend({
    type: z.literal('integer').describe('A whole number'),
    min: z.int().optional().describe(LEAST),
    max: z.int().optional().describe(MOST),
  }),
  base.extend({
    type: z.literal('decimal').describe('An exact number with decimals, as a string such as "12.500"'),
    scale: z.int().min(1).max(MAX_SCALE).describe('Number of decimals'),
    min: decimalSchema.optional().describe(LEAST),
    max: decimalSchema.optional().describe(MOST),
  }),
  base.extend({ type: z.literal('date').describe('A date without a time: 2026-03-08'), ...dayLimits }),
]);

/** Keys of a field that has several groups of values, besides those of every field. */
export const groupKeys = {
  type: z.literal('group').describe('Several groups of values, such as email addresses that each have a kind'),
  many: z.literal(true).describe('true: a list of groups'),
  fields: z.array(partSchema).min(1).max(MOST_PARTS).describe('The values of each group, in display order'),
  max: z.int().min(1).max(MOST_GROUPS).optional().describe(`Maximum number of groups. Default: ${MOST_GROUPS}`),
};

import { z } from 'zod';

/** Limits of values that fields of records and fields of groups have in common. */
export const LEAST = 'Minimum value';
export const MOST = 'Maximum value';

const length = z.int().min(0).max(1_000_000);

export const textLength = {
  minLength: length.optional().describe('Minimum number of characters'),
  maxLength: length.optional().describe('Maximum number of characters'),
};

export const patternSchema = z
  .string()
  .max(1_000)
  .optional()
  .describe('Regular expression that the whole value must match, without lookaround, modifiers and backreferences');

/** The checker holds it to the field's scale. */
export const decimalSchema = z.string();

export const day = z.iso.date();

export const dayLimits = {
  min: day.optional().describe('Earliest date'),
  max: day.optional().describe('Latest date'),
};

import { z } from 'zod';
import { nameSchema, permissionNameSchema } from './names.ts';
import type { Predicate } from './predicate.ts';

const field = nameSchema.describe('Field of the record to compare');
const other = z.strictObject({ field: nameSchema.describe('Another field of the record to compare with') });
const operand = z.union([z.string(), z.number(), z.boolean(), z.null(), other]);
const ordered = z.union([z.string(), z.number(), other]);
const part = z.union([z.string(), other]);
const list = z.union([z.array(operand).min(1), z.string()]);

export const predicateSchema: z.ZodType<Predicate> = z
  .union([
    z.strictObject({ field, eq: operand.describe('True if the field equals this value') }),
    z.strictObject({ field, ne: operand.describe('True if the field does not equal this value') }),
    z.strictObject({
      field,
      in: list.describe('True if the field equals one of these values, or of a set such as $user.team_members.team_id'),
    }),
    z.strictObject({ field, gt: ordered.describe('True if the field is greater than this value') }),
    z.strictObject({ field, gte: ordered.describe('True if the field is greater than or equals this value') }),
    z.strictObject({ field, lt: ordered.describe('True if the field is less than this value') }),
    z.strictObject({ field, lte: ordered.describe('True if the field is less than or equals this value') }),
    z.strictObject({ field, contains: part.describe('True if this text is a part of the field, exactly as written') }),
    z.strictObject({ field, empty: z.literal(true).describe('True if the field has no value') }),
    z.strictObject({ permission: permissionNameSchema.describe('True if the user has this permission') }),
    z.strictObject({
      all: z
        .array(z.lazy(() => predicateSchema))
        .min(1)
        .describe('True if all of these conditions are true'),
    }),
    z.strictObject({
      any: z
        .array(z.lazy(() => predicateSchema))
        .min(1)
        .describe('True if at least one of these conditions is true'),
    }),
    z.strictObject({ not: z.lazy(() => predicateSchema).describe('True if this condition is false') }),
  ])
  .meta({
    id: 'Predicate',
    description:
      'A condition on a record: a comparison of one field, a permission, or all, any or not of other conditions',
  });

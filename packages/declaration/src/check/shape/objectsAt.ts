import { z } from 'zod';
import { valueAt } from '@merchant-console/protocol';
import type { Path } from '../Problem.ts';

/**
 * Possible shapes of the object at `path` in `value`: several if a union is undecided. A field's `type` decides its
 * shape; without a valid one, every shape is possible.
 */
export function objectsAt(schema: z.core.$ZodType, value: unknown, path: Path): z.ZodObject[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodLazy) return objectsAt(schema.unwrap(), value, path);
  if (schema instanceof z.ZodUnion) return formsOf(schema, value).flatMap((form) => objectsAt(form, value, path));
  const [step, ...rest] = path;
  if (step === undefined) return schema instanceof z.ZodObject ? [schema] : keyedForms(schema);
  const inner = valueAt(value, [step]);
  if (schema instanceof z.ZodArray) return objectsAt(schema.element, inner, rest);
  const next = schema instanceof z.ZodObject ? partOf(schema, step) : undefined;
  return next ? objectsAt(next, inner, rest) : [];
}

/** Converts a map with known keys, such as languages, to the equivalent object. */
function keyedForms(schema: z.core.$ZodType): z.ZodObject[] {
  if (!(schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum)) return [];
  return [z.object(Object.fromEntries(schema.keyType.options.map((key) => [key, z.unknown()])))];
}

function partOf({ shape }: z.ZodObject, key: string | number): z.ZodType | undefined {
  const parts: Readonly<Record<string, unknown>> = shape;
  const part = parts[key];
  return part instanceof z.ZodType ? part : undefined;
}

/** The shapes of a union with the value's `type`, if its shapes have types. */
function formsOf({ options }: z.ZodUnion, value: unknown): readonly z.core.$ZodType[] {
  const type = valueAt(value, ['type']);
  const ofType = options.filter((form) => form instanceof z.ZodObject && isLiteral(partOf(form, 'type'), type));
  return ofType.length > 0 ? ofType : options;
}

function isLiteral(schema: z.core.$ZodType | undefined, value: unknown): boolean {
  return schema instanceof z.ZodLiteral && schema.value === value;
}

/** Keys of an object, or none for any other value. */
export function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

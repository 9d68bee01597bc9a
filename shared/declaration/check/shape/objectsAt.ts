import { z } from 'zod';
import type { Path } from '../Problem.ts';

/**
 * The forms that the object at `path` of `value` may have: one, or several where a union is open. The form of a field
 * is decided by its `type`; where that is none, every form is open.
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

/** A map whose keys are known one by one, such as languages, as the object that it amounts to. */
function keyedForms(schema: z.core.$ZodType): z.ZodObject[] {
  if (!(schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum)) return [];
  return [z.object(Object.fromEntries(schema.keyType.options.map((key) => [key, z.unknown()])))];
}

function partOf({ shape }: z.ZodObject, key: string | number): z.ZodType | undefined {
  const parts: Readonly<Record<string, unknown>> = shape;
  const part = parts[key];
  return part instanceof z.ZodType ? part : undefined;
}

/** The forms of a union that have the `type` of a value, if its forms have types. */
function formsOf({ options }: z.ZodUnion, value: unknown): readonly z.core.$ZodType[] {
  const type = valueAt(value, ['type']);
  const ofType = options.filter((form) => form instanceof z.ZodObject && isLiteral(partOf(form, 'type'), type));
  return ofType.length > 0 ? ofType : options;
}

function isLiteral(schema: z.core.$ZodType | undefined, value: unknown): boolean {
  return schema instanceof z.ZodLiteral && schema.value === value;
}

/** What lies at a path; undefined where there is nothing. */
export function valueAt(value: unknown, path: Path): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return valueAt(Reflect.get(value, step), rest);
}

/** Keys of an object; none of anything else. */
export function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

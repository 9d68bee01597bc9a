import { z } from 'zod';
import { amountSchema } from '@merchant-console/protocol';
import { type Field, type Resource, visibleTo } from '@merchant-console/declaration';

export const fileValueSchema = z.object({ id: z.string(), name: z.string(), size: z.int(), media_type: z.string() });

const built = new WeakMap<Resource, ReturnType<typeof buildRecordSchema>>();

/**
 * Schema of a resource's records in API form. Records may have additional keys. Built once per resource, because
 * building and compiling it takes milliseconds and five calls use it.
 */
export function recordSchema(resource: Resource) {
  const schema = built.get(resource) ?? buildRecordSchema(resource);
  built.set(resource, schema);
  return schema;
}

function buildRecordSchema(resource: Resource) {
  const { fields, storage } = resource;
  const seenByAll = new Set(visibleTo(new Set(), resource).fields.map(({ source }) => source));
  const own = storage === 'table' ? { revision: z.int().min(1) } : {};
  return z.looseObject({
    id: z.string(),
    ...own,
    ...Object.fromEntries(
      fields.map((field) => [field.source, fieldValueSchema(field, storage === null || !seenByAll.has(field.source))]),
    ),
  });
}

/** @param mayBeAbsent true if the field may be hidden, or missing in records kept by a module */
function fieldValueSchema(field: Field, mayBeAbsent: boolean): z.ZodType {
  const schema = field.type === 'secret' ? z.boolean() : valueSchema(field).nullable();
  return mayBeAbsent ? schema.optional() : schema;
}

/** Schema of a written value: like `fieldValueSchema`, but a secret is its text. */
export function valueSchema(field: Field): z.ZodType {
  switch (field.type) {
    case 'text':
    case 'longtext':
    case 'secret':
    case 'reference':
      return z.string();
    case 'enum':
      return z.enum(field.choices.map(({ id }) => id));
    case 'money':
      return amountSchema;
    case 'decimal':
      return z.string().regex(new RegExp(`^-?[0-9]{1,18}\\.[0-9]{${field.scale}}$`));
    case 'integer':
    case 'rate':
      return z.int();
    case 'boolean':
      return z.boolean();
    case 'date':
      return z.iso.date();
    case 'datetime':
      return z.iso.datetime();
    case 'children':
      return z.array(z.looseObject({ id: z.string(), revision: z.int().min(1) }));
    case 'references':
    case 'texts':
      return z.array(z.string());
    case 'group':
      return z.array(
        z.object(Object.fromEntries(field.fields.map((part) => [part.source, valueSchema(part).nullable()]))),
      );
    case 'file':
    case 'image':
      return fileValueSchema;
    case 'json':
      return z.unknown();
  }
}

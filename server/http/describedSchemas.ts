import { z } from 'zod';

export type Json = Record<string, unknown>;

export interface DescribedSchemas {
  /** The JSON Schema of a Zod schema. Its definitions are added to `named` under names that begin with `name`. */
  describe(this: void, name: string, schema: z.ZodType, io: 'input' | 'output'): Json;
  /** By the name in `$ref`: `#/components/schemas/<name>`. */
  named: Record<string, Json>;
}

/** The content of a JSON body or response. */
export const json = (schema: Json): Json => ({ 'application/json': { schema } });

/**
 * Generates the JSON Schemas of one OpenAPI document. Zod puts recursive parts into `$defs` of each schema, with
 * references from that schema's root. In a larger document they must be among its components.
 */
export function describedSchemas(): DescribedSchemas {
  const named: Record<string, Json> = {};
  function describe(name: string, schema: z.ZodType, io: 'input' | 'output'): Json {
    const options = { target: 'draft-2020-12', io, unrepresentable: 'any' } as const;
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, options);
    const refersToItself = JSON.stringify([root, $defs]).includes('"$ref":"#"');
    for (const [key, part] of Object.entries($defs)) named[`${name}.${key}`] = moved({ ...part }, name);
    if (!refersToItself) return moved(root, name);
    named[name] = moved(root, name);
    return { $ref: `#/components/schemas/${name}` };
  }
  return { describe, named };
}

/** The schema with its references pointing to the components, in forms that linters and generators read. */
function moved(schema: Json, name: string): Json {
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => [key, movedValue(key, value, name)]);
  return plainTuple(plainRecord(withoutAnything(Object.fromEntries(entries))));
}

function movedValue(key: string, value: unknown, name: string): unknown {
  if (key === '$ref' && value === '#') return `#/components/schemas/${name}`;
  if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', `#/components/schemas/${name}.`);
  if (isList(value)) return value.map((one) => movedValue('', one, name));
  return isJson(value) ? moved(value, name) : value;
}

/** `anyOf: [{}, null]` → no `anyOf`, because `{}` allows null, too. */
function withoutAnything({ anyOf, ...schema }: Json): Json {
  if (!isList(anyOf)) return schema;
  const isAnything = anyOf.some((one) => isJson(one) && Object.keys(one).length === 0);
  return isAnything ? schema : { ...schema, anyOf };
}

/** A record with known keys → one property per key. */
function plainRecord(schema: Json): Json {
  const { propertyNames, additionalProperties, ...rest } = schema;
  const keys = isJson(propertyNames) ? propertyNames['enum'] : undefined;
  if (!isList(keys) || !isJson(additionalProperties) || !isList(rest['required'])) return schema;
  const properties = Object.fromEntries(keys.map((key) => [String(key), additionalProperties]));
  return { ...rest, properties, additionalProperties: false };
}

/** A tuple of equal schemas → an array of that length. */
function plainTuple(schema: Json): Json {
  const { prefixItems, ...rest } = schema;
  if (!isList(prefixItems)) return schema;
  const [items, ...others] = prefixItems;
  if (!others.every((other) => JSON.stringify(other) === JSON.stringify(items))) return schema;
  return { ...rest, items, minItems: prefixItems.length, maxItems: prefixItems.length };
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

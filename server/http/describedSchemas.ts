import { z } from 'zod';

export type Json = Record<string, unknown>;

export interface DescribedSchemas {
  /** The JSON schema of a Zod schema. What it refers to is put into `named` under names that begin with `name`. */
  describe(this: void, name: string, schema: z.ZodType, io: 'input' | 'output'): Json;
  /** By the name that a `$ref` calls it: `#/components/schemas/<name>`. */
  named: Record<string, Json>;
}

/**
 * Makes JSON schemas for one document. Zod writes the parts that refer to themselves into `$defs` of each schema, with
 * references from its root; within a larger document they have to be among its components to be found.
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

/** The schema with its references led to where the parts are now. */
function moved(schema: Json, name: string): Json {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, movedValue(key, value, name)]));
}

function movedValue(key: string, value: unknown, name: string): unknown {
  if (key === '$ref' && value === '#') return `#/components/schemas/${name}`;
  if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', `#/components/schemas/${name}.`);
  if (Array.isArray(value)) return value.map((one: unknown) => movedValue('', one, name));
  return isJson(value) ? moved(value, name) : value;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { dashboardSchema, declarationSchema } from '../declarationSchema.ts';
import { COMPONENT_KINDS, type Components } from '../keys.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../languages.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const NAME = 'resource.schema.json';

/** Custom keys, which the product ignores. */
const OWN = { '^x-': {} };

/**
 * The JSON Schema with which editors complete and explain declarations. Draft 7 has the best editor support. Each field
 * type is one complete branch, so that an editor offers only the keys of that type. `kind` decides between the two kinds of files.
 *
 * @param components offered as examples
 */
export function resourceJsonSchema(components: Components = {}): JsonSchema {
  const { anyOf: [resource, dashboard] = [], ...rest } = z.toJSONSchema(z.union([declarationSchema, dashboardSchema]), {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'object') adaptObject(jsonSchema);
      adaptComponent(jsonSchema, components);
      if (Array.isArray(jsonSchema.items)) adaptTuple(jsonSchema, jsonSchema.items.length);
    },
  });
  if (!resource || !dashboard) throw new Error('unreachable: a union has its members');
  const kind = { description: 'dashboard: a page of cards. Without it, the file declares a resource' };
  // oxlint-disable-next-line unicorn/no-thenable -- the name of a key in JSON Schema
  return { ...rest, type: 'object', if: { properties: { kind }, required: ['kind'] }, then: dashboard, else: resource };
}

/** Allows the fixed keys and `x-` keys, and rejects all others. A map with a closed set of keys has fixed keys, too. */
function adaptObject(schema: JsonSchema): void {
  const { propertyNames, additionalProperties } = schema;
  const names = typeof propertyNames === 'object' ? propertyNames : undefined;
  if (additionalProperties === false) {
    schema.patternProperties = OWN;
  } else if (names?.enum) {
    // A label needs at least one language.
    schema.properties = Object.fromEntries(
      LANGUAGES.map((language) => [language, { type: 'string', minLength: 1, description: LANGUAGE_NAMES[language] }]),
    );
    schema.minProperties = 1;
    schema.additionalProperties = false;
    schema.patternProperties = OWN;
    delete schema.propertyNames;
  } else if (names?.pattern !== undefined && additionalProperties !== undefined) {
    schema.propertyNames = { anyOf: [{ pattern: '^x-' }, names] };
    schema.patternProperties = { '^(?!x-)': additionalProperties };
    schema.additionalProperties = true;
  }
}

function adaptComponent(schema: JsonSchema, components: Components): void {
  const kinds: unknown = schema['componentKinds'];
  if (!Array.isArray(kinds)) return;
  const offered = COMPONENT_KINDS.filter((kind) => kinds.includes(kind));
  schema.examples = offered.flatMap((kind) => Object.keys(components[kind] ?? {}));
  delete schema['componentKinds'];
}

function adaptTuple(schema: JsonSchema, length: number): void {
  schema.minItems = length;
  schema.maxItems = length;
  schema.additionalItems = false;
}

/** The text of `resource.schema.json`. */
export function schemaText(components: Components): string {
  return `${JSON.stringify(resourceJsonSchema(components), null, 2)}\n`;
}

/**
 * The path of the schema of a folder of declarations: the nearest existing `resource.schema.json` in the folder or above it,
 * or one beside the folder, because a file in the folder would look like a declaration.
 */
export function schemaFile(folder: string): string {
  let parent = path.resolve(folder);
  for (;;) {
    const file = path.join(parent, NAME);
    if (existsSync(file)) return path.relative('', file);
    const next = path.dirname(parent);
    if (next === parent) return path.join(folder, '..', NAME);
    parent = next;
  }
}

/** Writes the schema to the `schemaFile` of a folder. */
export async function writeSchema(
  folder: string,
  components: Components,
  print: (line: string) => void,
): Promise<number> {
  const file = schemaFile(folder);
  await writeFile(file, schemaText(components));
  print(`Wrote ${file}.`);
  return 0;
}

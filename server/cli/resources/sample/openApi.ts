import { z } from 'zod';
import { didYouMean, UsageError } from '@merchant-console/declaration/node';
import { type Guess, nameFields, sourceOf } from './guessFields.ts';
import type { Sample } from './Sample.ts';

/** The part of a JSON Schema that fields are made of. */
interface Schema {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  format?: string | undefined;
  enum?: unknown[] | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  allOf?: Schema[] | undefined;
  description?: string | undefined;
  readOnly?: boolean | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  pattern?: string | undefined;
}

const schemaSchema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), schemaSchema).optional(),
    required: z.array(z.string()).optional().catch(undefined),
    allOf: z.array(schemaSchema).optional(),
    description: z.string().optional(),
    readOnly: z.boolean().optional(),
    minLength: z.int().optional(),
    maxLength: z.int().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    pattern: z.string().optional(),
  }),
);

const documentSchema = z.object({
  components: z.object({ schemas: z.record(z.string(), schemaSchema) }),
});
type Schemas = Record<string, Schema>;

export const isOpenApi = (document: unknown): boolean => documentSchema.safeParse(document).success;

/** Help texts of more than a sentence are documentation. */
const LONGEST_HELP = 120;

/**
 * The fields of a schema in an OpenAPI 3 document.
 * @param named the schema's name; if it is undefined, the document must have one schema
 * @throws {UsageError} if the document has no such schema, or it isn't an object
 */
export function fieldsOfSchema(document: unknown, named: string | undefined): Sample {
  const { schemas } = documentSchema.parse(document).components;
  const names = Object.keys(schemas);
  const [only] = names.length === 1 ? names : [];
  const name = named === undefined ? only : names.find((one) => one === named || sourceOf(one) === sourceOf(named));
  if (name === undefined) {
    const hint = named === undefined ? '' : didYouMean(named, names);
    throw new UsageError(
      `Name a schema after the file: openapi.json#${names[0] ?? 'Name'}. There are ${names.join(', ')}.${hint}`,
    );
  }
  const { properties, required } = objectOf(schemas[name] ?? {}, schemas);
  if (Object.keys(properties).length === 0) throw new UsageError(`The schema “${name}” has no properties.`);
  const guessed = Object.entries(properties).map(([key, schema]) => {
    const guess = fieldOf(resolved(schema, schemas));
    return { name: key, guess: required.has(key) && !guess.readOnly ? { ...guess, required: true as const } : guess };
  });
  return { name: sourceOf(name), fields: nameFields(guessed) };
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  const target = schema.$ref === undefined ? undefined : schemas[schema.$ref.split('/').at(-1) ?? ''];
  return target ?? schema;
}

/** The properties of an object and of those that it extends. */
function objectOf(schema: Schema, schemas: Schemas, depth = 0): { properties: Schemas; required: ReadonlySet<string> } {
  const own = resolved(schema, schemas);
  const parts = depth > 8 ? [] : (own.allOf ?? []).map((part) => objectOf(part, schemas, depth + 1));
  return {
    properties: Object.fromEntries([...parts, own].flatMap(({ properties }) => Object.entries(properties ?? {}))),
    required: new Set([...parts.flatMap(({ required }) => [...required]), ...(own.required ?? [])]),
  };
}

function fieldOf(schema: Schema): Guess {
  const { description, readOnly } = schema;
  const help = description !== undefined && description !== '' && description.length <= LONGEST_HELP;
  return { ...typeOf(schema), ...(help ? { help: description } : {}), ...(readOnly ? { readOnly: true } : {}) };
}

const FORMATS: Record<string, Guess> = {
  date: { type: 'date', filter: 'range' },
  'date-time': { type: 'datetime', filter: 'range' },
  email: { type: 'text', format: 'email' },
  uri: { type: 'text', format: 'url' },
  password: { type: 'secret' },
};

function typeOf(schema: Schema): Guess {
  const { minLength, maxLength, minimum, maximum, pattern } = schema;
  const type = [schema.type ?? []].flat().find((one) => one !== 'null');
  const words = z.array(z.string().min(1)).min(1);
  const choices = words.safeParse(schema.enum?.filter((one) => one !== null)).data;
  if (choices) return { type: 'enum', choices: choices.map((id) => ({ id })), filter: 'in' };
  if (type === 'boolean') return { type, filter: 'eq' };
  if (type === 'integer')
    return {
      type,
      filter: 'range',
      ...(minimum === undefined ? {} : { min: minimum }),
      ...(maximum === undefined ? {} : { max: maximum }),
    };
  if (type === 'object' || type === 'array' || schema.properties) return { type: 'json' };
  const found = FORMATS[schema.format ?? ''];
  if (found && found.type !== 'text') return found;
  return {
    type: 'text',
    ...found,
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}

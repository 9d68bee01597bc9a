import { z } from 'zod';
import type { Call } from '#shared/contract/call.ts';
import { envelopeOf, envelopeSchema, errorDataSchema } from '#shared/contract/envelope.ts';

type Json = Record<string, unknown>;

interface DescribedSchemas {
  /** The JSON Schema of a Zod schema. Its definitions are added to `named` under names that begin with `name`. */
  describe(this: void, name: string, schema: z.ZodType, io: 'input' | 'output'): Json;
  /** By the name in `$ref`: `#/components/schemas/<name>`. */
  named: Record<string, Json>;
}

/** `/orders/:id` → `/orders/{id}` */
const templated = (path: string) => path.replace(/:([a-z_]+)/g, '{$1}');

/** An OpenAPI 3.1 description of the calls, generated from the schemas that validate them. */
export function openApiDocument(calls: Call[], basePath: string): Json {
  const schemas = describedSchemas();
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = (paths[templated(call.path)] ??= {});
    path[call.method.toLowerCase()] = operation(call, schemas);
  }
  const error = schemas.describe('Error', envelopeSchema.extend({ data: errorDataSchema }), 'output');
  return {
    openapi: '3.1.0',
    info: { title: 'Merchant console API', version: '1' },
    servers: [{ url: basePath }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        token: { type: 'apiKey', in: 'header', name: 'X-Token' },
      },
      schemas: { Error: error, ...schemas.named },
    },
  };
}

function operation(call: Call, schemas: DescribedSchemas): Json {
  const error = { description: 'Error', content: json({ $ref: '#/components/schemas/Error' }) };
  return {
    operationId: call.id,
    summary: call.summary,
    security: call.access === 'public' ? [] : [{ bearer: [] }, { token: [] }],
    ...permissionOf(call),
    ...(call.stepUp && { 'x-step-up': call.stepUp }),
    parameters: [
      ...parameters('path', call, schemas),
      ...parameters('query', call, schemas),
      ...idempotencyKeyOf(call),
      ...headersOf(call),
    ],
    ...requestBody(call, schemas),
    responses: { [call.status ?? 200]: { description: 'Success', content: answerOf(call, schemas) }, default: error },
  };
}

function permissionOf({ access }: Call): Json {
  if (typeof access !== 'object') return {};
  return { 'x-permission': 'permission' in access ? access.permission : access.anyPermission };
}

function requestBody({ id, body, hasOptionalBody, upload }: Call, { describe }: DescribedSchemas): Json {
  if (upload) return { requestBody: { required: true, content: { '*/*': { schema: BINARY } } } };
  if (!body) return {};
  return { requestBody: { required: hasOptionalBody !== true, content: json(describe(`${id}.body`, body, 'input')) } };
}

function answerOf({ id, data, download }: Call, { describe }: DescribedSchemas): Json {
  if (download !== undefined) return { [download]: { schema: BINARY } };
  return json(describe(`${id}.answer`, envelopeOf(data), 'output'));
}

const BINARY: Json = { type: 'string', format: 'binary' };

const json = (schema: Json): Json => ({ 'application/json': { schema } });

/** The parts of an object's JSON Schema that parameters are generated from. */
const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

function parameters(place: 'path' | 'query', call: Call, { describe }: DescribedSchemas): Json[] {
  const schema = place === 'path' ? call.params : call.query;
  if (schema === undefined) return [];
  const { properties, required } = objectSchema.parse(describe(`${call.id}.${place}`, schema, 'input'));
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: part,
  }));
}

function idempotencyKeyOf({ idempotencyKey }: Call): Json[] {
  if (idempotencyKey === undefined) return [];
  const description = 'Unique key chosen by the caller. Repeated requests with the same key and body are executed once';
  const schema = { type: 'string', pattern: '^[!-~]{8,128}$', example: '0f8fad5b-d9cb-469f-a165-70867728950e' };
  return [{ name: 'Idempotency-Key', in: 'header', required: idempotencyKey === 'required', description, schema }];
}

function headersOf({ headers = {} }: Call): Json[] {
  const described = Object.entries(headers);
  return described.map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
}

/**
 * Generates the JSON Schemas of one document. Zod puts recursive parts into `$defs` of each schema, with references
 * from that schema's root. In a larger document they must be among its components.
 */
function describedSchemas(): DescribedSchemas {
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

/** The schema with its references pointing to the components. */
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

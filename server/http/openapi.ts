import { z } from 'zod';
import type { Call } from '#shared/contract/call.ts';
import { envelopeOf, envelopeSchema, errorDataSchema } from '#shared/contract/envelope.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' });
  return rest;
};

/** `/orders/:id` → `/orders/{id}` */
const templated = (path: string) => path.replace(/:([a-z_]+)/g, '{$1}');

/** An OpenAPI 3.1 description of the calls, made from the same schemas that check them. */
export function openApiDocument(calls: Call[], basePath: string): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = (paths[templated(call.path)] ??= {});
    path[call.method.toLowerCase()] = operation(call);
  }
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
      schemas: { Error: schemaOf(envelopeSchema.extend({ data: errorDataSchema }), 'output') },
    },
  };
}

function operation(call: Call): Json {
  const error = { description: 'Error', content: json({ $ref: '#/components/schemas/Error' }) };
  return {
    operationId: call.id,
    summary: call.summary,
    security: call.access === 'public' ? [] : [{ bearer: [] }, { token: [] }],
    ...permissionOf(call),
    parameters: [...parameters('path', call.params), ...parameters('query', call.query)],
    ...requestBody(call),
    responses: {
      [call.status ?? 200]: { description: 'Success', content: answerOf(call) },
      default: error,
    },
  };
}

function permissionOf({ access }: Call): Json {
  if (typeof access !== 'object') return {};
  return { 'x-permission': 'permission' in access ? access.permission : access.anyPermission };
}

function requestBody({ body, upload }: Call): Json {
  if (upload) return { requestBody: { required: true, content: { '*/*': { schema: BINARY } } } };
  return body ? { requestBody: { required: true, content: json(schemaOf(body, 'input')) } } : {};
}

function answerOf({ data, download }: Call): Json {
  return download === undefined ? json(schemaOf(envelopeOf(data), 'output')) : { [download]: { schema: BINARY } };
}

const BINARY: Json = { type: 'string', format: 'binary' };

const json = (schema: Json): Json => ({ 'application/json': { schema } });

/** The parts of an object's JSON schema that parameters are made of. */
const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (schema === undefined) return [];
  const { properties, required } = objectSchema.parse(schemaOf(schema, 'input'));
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: part,
  }));
}

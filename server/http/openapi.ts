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
    ...(typeof call.access === 'object' ? { 'x-permission': call.access.permission } : {}),
    parameters: [...parameters('path', call.params), ...parameters('query', call.query)],
    ...(call.body ? { requestBody: { required: true, content: json(schemaOf(call.body, 'input')) } } : {}),
    responses: {
      200: { description: 'Success', content: json(schemaOf(envelopeOf(call.data), 'output')) },
      default: error,
    },
  };
}

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

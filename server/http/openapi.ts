import { z } from 'zod';
import type { Call } from '#shared/contract/call.ts';
import { envelopeOf, envelopeSchema, errorDataSchema } from '@merchant-console/protocol';
import { describedSchemas, type DescribedSchemas, json, type Json } from './describedSchemas.ts';

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
    info: { title: 'Merchant console API', version: '1', description: ABOUT, ...OWNED },
    servers: [{ url: basePath }],
    tags: [...new Set(calls.map(tagOf))].toSorted().map((name) => ({ name, description: `Calls below \`/${name}\`` })),
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

const ABOUT = `All calls of the console. Every response is an envelope: \`code\` 0 and the call's \`data\`, or an error's
\`code\` and \`msg\` with \`data.error\`, a stable ID. \`code\` 400 comes with HTTP 401 and ends the session. Merchants'
servers use the gateway, which \`gateway-openapi.json\` describes.`;

/** The fields of `info` that don't depend on the API. */
export const OWNED: Json = {
  contact: { name: 'The payment company that runs this server' },
  license: { name: 'MIT', identifier: 'MIT' },
};

/** Calls are grouped by the first part of their path. */
const tagOf = ({ path }: Call): string => path.split('/')[1] ?? '';

function operation(call: Call, schemas: DescribedSchemas): Json {
  const error = { description: 'Error', content: json({ $ref: '#/components/schemas/Error' }) };
  return {
    operationId: call.id,
    summary: call.summary,
    description: conditionsOf(call).join(' '),
    tags: [tagOf(call)],
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
    responses: {
      [call.status ?? 200]: { description: 'Success', content: answerOf(call, schemas) },
      '4XX': error,
      default: error,
    },
  };
}

/** What a caller needs, as sentences. */
function conditionsOf({ access, side, stepUp, idempotencyKey, inBackground, upload }: Call): string[] {
  const said: [boolean, string][] = [
    [access === 'public', 'Needs no session.'],
    [access === 'session', 'Needs a session of any user.'],
    [
      typeof access === 'object',
      `Needs a session of a user with the permission ${permissionsOf(access).join(' or ')}.`,
    ],
    [side === 'live', 'Rejected in test mode.'],
    [side === 'test', 'Rejected outside test mode.'],
    [side === undefined && access !== 'public', 'In test mode it reads and writes test data.'],
    [stepUp === 'always', `${CONFIRMED} recently.`],
    [stepUp === 'sometimes', `${CONFIRMED} recently for some bodies.`],
    [idempotencyKey !== undefined, 'A repeated call with the same `Idempotency-Key` has no second effect.'],
    [inBackground === true, "Doesn't keep the session from expiring."],
    [upload !== undefined, `The body is a file of at most ${upload?.maxBytes} bytes.`],
  ];
  return said.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}

const CONFIRMED = 'The session must have been confirmed by payment password and authenticator code';

function permissionsOf(access: Call['access']): string[] {
  if (typeof access !== 'object') return [];
  const keys = 'permission' in access ? [access.permission] : access.anyPermission;
  return keys.map((key) => `\`${key}\``);
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

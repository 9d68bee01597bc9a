import { z } from 'zod';
import { envelopeOf } from '@merchant-console/protocol';
import { GATEWAY_CALLS, type GatewayCallName, signedSchema } from '#shared/contract/gateway.ts';
import { collectDataSchema, payoutDataSchema, refundDataSchema } from '#shared/contract/gatewayAnswers.ts';
import { SIGN_TYPES } from '#shared/gateway/sign.ts';
import { GATEWAY_VERSIONS, NEWEST_VERSION, VERSION_HEADER } from '#shared/gateway/versions.ts';
import { describedSchemas, type DescribedSchemas, json, type Json } from '#server/http/describedSchemas.ts';
import { GATEWAY_BASE } from '#server/http/limits.ts';
import { OWNED } from '#server/http/openapi.ts';
import { ofCall, REASONS, REFUSALS, refusalSchema, statusesOf } from './refusals.ts';

const ABOUT = `For developers of merchants' servers. Amounts are strings with the digits of minor units. The body is a JSON object
of strings or a form, in UTF-8.

## Signing

1. Take the parameters before URL encoding, without \`sign\` and without those that have no value.
2. Sort them by name in code point order and join them as \`name=value\` with \`&\` in between, without encoding.
3. \`sign_type=HMAC-SHA256\` (recommended): HMAC-SHA256 of this text with the signing key as its key, both in UTF-8.
   \`sign_type=MD5\`, or no \`sign_type\`: MD5 of this text followed by \`&key=\` and the signing key.
4. Send the result as \`sign\`, in upper-case hexadecimal digits.

No value may contain \`&\`, the name of a parameter and \`=\`.

## Responses

Every response is an envelope: \`code\` 0 and \`data\`, or \`code\` (the HTTP status times 100), \`msg\` for people and
\`data.error\`, a stable ID. The header \`X-Request-Id\` identifies the request; an error has it as \`data.request_id\`, too.

## Versions

Responses have versions: ${GATEWAY_VERSIONS.map((name) => `\`${name}\``).join(', ')}. A key has the one that was the newest when it was made;
the header \`${VERSION_HEADER}\` names another for one call. Within a version, only optional parameters, fields of responses, and IDs of errors and reasons are added.
Ignore fields that you don't know, and treat an unknown ID by its HTTP status.

Parameters whose value is empty count as absent, unknown ones too. Lengths count UTF-16 code units.`;

/** An OpenAPI 3.1 description of the gateway, generated from the definitions that its calls are checked by. */
export function gatewayDocument(publicUrl: string): Json {
  const schemas = describedSchemas();
  const error = schemas.describe('GatewayError', refusalSchema, 'output');
  const names = Object.keys(GATEWAY_CALLS).filter(isName);
  return {
    openapi: '3.1.0',
    info: { title: 'Gateway API', version: NEWEST_VERSION, description: ABOUT, ...OWNED },
    servers: [{ url: publicUrl }],
    tags: [{ name: 'gateway', description: "Calls of merchants' servers" }],
    paths: Object.fromEntries(names.map((name) => [`${GATEWAY_BASE}/${name}`, { post: operation(name, schemas) }])),
    webhooks: { result: { post: notification(schemas) } },
    components: {
      parameters: {
        Version: {
          name: VERSION_HEADER,
          in: 'header',
          description: "Version to answer in. Default: the key's",
          schema: { type: 'string', enum: [...GATEWAY_VERSIONS] },
        },
      },
      headers: {
        Version: { description: 'Version of the response', schema: { type: 'string', format: 'date' } },
        RequestId: { description: 'ID of the request', schema: { type: 'string', format: 'uuid' } },
        RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer' } },
      },
      schemas: { GatewayError: error, ...schemas.named },
    },
  };
}

const isName = (name: string): name is GatewayCallName => name in GATEWAY_CALLS;

function operation(name: GatewayCallName, { describe }: DescribedSchemas): Json {
  const { summary, description, body, data, creates } = GATEWAY_CALLS[name];
  const parameters = describe(`${name}.body`, z.strictObject({ ...signedSchema.shape, ...body.shape }), 'input');
  const form = { 'application/x-www-form-urlencoded': { schema: parameters } };
  const success = {
    content: json(describe(`${name}.answer`, envelopeOf(data), 'output')),
    headers: { 'X-Request-Id': REQUEST_ID, [VERSION_HEADER]: { $ref: '#/components/headers/Version' } },
  };
  return {
    operationId: name,
    summary,
    description,
    tags: ['gateway'],
    // The signature is a parameter.
    security: [],
    parameters: [{ $ref: '#/components/parameters/Version' }],
    requestBody: { required: true, content: { ...json(parameters), ...form } },
    responses: {
      200: { description: creates ? 'The same call was made before' : 'The current state', ...success },
      ...(creates && { 201: { description: 'Created', ...success } }),
      ...Object.fromEntries(statusesOf(name).map((status) => [status, refusal(name, status)])),
    },
  };
}

const REQUEST_ID = { $ref: '#/components/headers/RequestId' };

function refusal(name: GatewayCallName, status: number): Json {
  const isTemporary = status === 429 || status === 503;
  const errors = ofCall(REFUSALS[status] ?? {}, name).map(([id, { meaning }]) => `- \`${id}\`: ${meaning}`);
  const reasons = ofCall(REASONS, name).map(([id, { of, meaning }]) => `- \`${id}\` (${of}): ${meaning}`);
  return {
    description: [...errors, ...(status === 422 ? ['', 'Reasons:', ...reasons] : [])].join('\n'),
    headers: {
      'X-Request-Id': REQUEST_ID,
      ...(isTemporary && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    },
    content: json({ $ref: '#/components/schemas/GatewayError' }),
  };
}

function notification({ describe }: DescribedSchemas): Json {
  const { merchant_no, nonce, sign } = signedSchema.shape;
  const stamp = { merchant_no, timestamp: z.string().regex(/^[0-9]{10}$/), nonce, sign };
  const signed = { ...stamp, sign_type: z.literal(SIGN_TYPES[0]) };
  const results = [collectDataSchema, payoutDataSchema, refundDataSchema] as const;
  const [collect, payout, refund] = results;
  const body = z.union([collect.extend(signed), payout.extend(signed), refund.extend(signed)]);
  return {
    operationId: 'result',
    summary: 'Receive a result',
    description:
      'Posted to `notify_url` when an order, payout or refund has ended: the response of `/gateway/query`, signed with the default key. Null values are not signed. Repeated until it is acknowledged.',
    tags: ['gateway'],
    security: [],
    requestBody: { required: true, content: json(describe('result.body', body, 'output')) },
    responses: {
      200: {
        description: 'Acknowledged: the body is the word `success`',
        content: { 'text/plain': { schema: { type: 'string', const: 'success' } } },
      },
      '4XX': { description: 'Anything else than 200 with `success`: posted again later' },
    },
  };
}

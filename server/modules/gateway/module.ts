import { isUtf8 } from 'node:buffer';
import { millisecondsInMinute } from 'date-fns/constants';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { CODE_OK } from '@merchant-console/protocol';
import { VERSION_HEADER } from '#shared/gateway/versions.ts';
import { GATEWAY_CALLS, type GatewayCallName } from '#shared/contract/gateway.ts';
import { listenDataSchema, listenSchema } from '#shared/contract/listen.ts';
import { MalformedError, TooManyRequestsError, UnavailableError } from '#server/errors.ts';
import { createListening, forgetListeners } from '#server/gateway/createListening.ts';
import { collectionAdapterOf } from '#server/gateway/channels/ChannelConnections.ts';
import { createOrderProcessor, OPENING_TIMES } from '#server/gateway/createOrderProcessor.ts';
import { mapErrors } from '#server/http/errorMapper.ts';
import { GATEWAY_BASE } from '#server/http/limits.ts';
import { API_BASE } from '#server/http/router.ts';
import { parsePart } from '#server/http/parsePart.ts';
import { LONGEST_USER_AGENT } from '#server/resources/CallDeps.ts';
import type { Services } from '#server/services.ts';
import type { Module } from '../Module.ts';
import { type ApiCaller, newCaller } from '../apiCalls/service.ts';
import type { OrderOutcome } from '../orders/service.ts';
import type { Made } from './collect.ts';
import type { Signed } from './payout.ts';
import { gatewayDocument } from './gatewayDocument.ts';
import { refusalSchemaOf } from './refusals.ts';
import { createGuard, forgetExpiredNonces, type SignedCall } from './guard.ts';
import { createKnownMerchants } from './knownMerchants.ts';
import { createOpener } from '#server/gateway/createOpener.ts';
import { createGateway, type Gateway } from './service.ts';
import { underCurrentTerms } from './terms.ts';
import { answerIn, versionOf } from './versions.ts';

/** The charset of a content type. */
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** Maximum size of a call, in bytes. */
const LARGEST_CALL = 8 * 1024;

/** The API for merchants' servers. */
export const gatewayModule: Module = {
  async routes(_router, services, app) {
    const { connections, metrics, callLog, notifyRules } = services;
    const adapterOf = collectionAdapterOf(connections);
    const onEnded = (status: OrderOutcome['status']) => metrics.orderEnded('orders', status);
    const processor = createOrderProcessor({ ...services, adapterOf, onEnded }, OPENING_TIMES);
    const opener = createOpener({ ...services, adapterOf, processor });
    app.addHook('onClose', opener.stop);
    app.addHook('onClose', callLog.flush);
    app.get(`${API_BASE}/gateway-openapi.json`, () => gatewayDocument(services.publicUrl));
    await gatewayRoutes(app, services, createGateway({ ...services, ...notifyRules, opener }));
  },

  async maintain(db, now) {
    await forgetExpiredNonces(db, now);
    await forgetListeners(db, now);
  },
};

/** Gateway routes in their own scope: other bodies, no sessions, responses for programs. */
async function gatewayRoutes(app: FastifyInstance, services: Services, gateway: Gateway): Promise<void> {
  const { callLog, callsPerMinute, gatewayVersions, translateError, verifyAnswers } = services;
  const guard = createGuard({ ...services, merchants: createKnownMerchants(services) });
  await app.register(async (scope) => {
    mapErrors(scope, translateError, 'reasons');
    scope.removeAllContentTypeParsers();
    const types = ['application/json', 'application/x-www-form-urlencoded'];
    scope.addContentTypeParser(types, { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) => {
      const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
      if (charset.toLowerCase() !== 'utf-8' || !isUtf8(body)) throw new MalformedError('gateway_body.encoding');
      return body.toString('utf8');
    });
    scope.addContentTypeParser('*', (_request, _payload, done) => done(new MalformedError('gateway_media_type')));
    const limit = merchantLimit(scope, callsPerMinute);

    function add<B extends z.ZodType, D extends z.ZodType>(
      name: GatewayCallName,
      { body, data }: { body: B; data: D },
      answer: (signed: SignedCall, asked: z.output<B>, request: FastifyRequest) => Promise<Made<z.input<D>>>,
    ): void {
      const verified = verifyAnswers ? { preSerialization: verifyRefusal(name) } : {};
      scope.post(`${GATEWAY_BASE}/${name}`, { bodyLimit: LARGEST_CALL, ...verified }, async (request, reply) => {
        const text = typeof request.body === 'string' ? request.body : '';
        const act = async (caller: ApiCaller) => {
          const signed = await guard(text, { call: name, ip: request.ip }, limit(request), caller);
          // An order is placed in the same statement.
          if (name !== 'collect') await signed.nonce.use();
          const asked = async () => {
            const { headers } = request;
            const version = versionOf(headers[VERSION_HEADER.toLowerCase()], signed.key.version, gatewayVersions);
            void reply.header(VERSION_HEADER, version);
            return { version, answered: await answer(signed, parsePart('body', body, signed.given), request) };
          };
          const { version, answered } = await asked().catch(async (error: unknown) => {
            // Without the database, it can't be used up. Otherwise this also checks that the terms are still in force.
            if (!(error instanceof UnavailableError)) await signed.nonce.use();
            throw error;
          });
          if (verifyAnswers) data.parse(answered.data);
          const inVersion = answerIn(version, gatewayVersions, name, answered.data);
          return { status: answered.isNew ? 201 : 200, made: inVersion };
        };
        const recorded = (caller: ApiCaller) => underCurrentTerms(() => act(caller));
        const { status, made } = await callLog.record(name, request, recorded);
        return reply.status(status).send({ code: CODE_OK, msg: '', data: made });
      });
    }

    const callerOf = ({ ip, headers }: FastifyRequest) => ({
      ip,
      userAgent: headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null,
    });
    const { collect, payout, refund, query, list } = GATEWAY_CALLS;
    const signerOf = ({ side: { merchantId }, key }: SignedCall): Signed => ({ merchantId, key });
    add('collect', collect, gateway.collect);
    add('payout', payout, (signed, body, request) => gateway.payout(signerOf(signed), body, callerOf(request)));
    add('refund', refund, (signed, body, request) => gateway.refund(signerOf(signed), body, callerOf(request)));
    add('query', query, ({ side }, body) => gateway.query(side.merchantId, body));
    add('list', list, ({ side }, body) => gateway.list(side.merchantId, body));

    // Called every second, so it isn't logged.
    const listen = createListening(services);
    scope.post(`${GATEWAY_BASE}/listen`, { bodyLimit: LARGEST_CALL }, async (request, reply) => {
      const text = typeof request.body === 'string' ? request.body : '';
      const caller = newCaller();
      const { side, key, given } = await underCurrentTerms(async () => {
        const signed = await guard(text, { call: 'list', ip: request.ip }, limit(request), caller);
        await signed.nonce.use();
        return signed;
      });
      const { merchantId } = side;
      const data = await listen({ merchantId, key: key.key() }, parsePart('body', listenSchema, given));
      if (verifyAnswers) listenDataSchema.parse(data);
      return reply.send({ code: CODE_OK, msg: '', data });
    });
  });
}

/** Fails if a rejection isn't described, so that no test gets one that developers of merchants' servers can't look up. */
function verifyRefusal(name: GatewayCallName) {
  return async (_request: FastifyRequest, { statusCode }: FastifyReply, payload: unknown): Promise<unknown> => {
    if (statusCode >= 400) refusalSchemaOf(name, statusCode).parse(payload);
    return payload;
  };
}

/** Limits calls per merchant, whatever IP address they come from. */
function merchantLimit(app: FastifyInstance, perMinute: number) {
  const callers = new WeakMap<FastifyRequest, string>();
  const count = app.createRateLimit({
    max: perMinute,
    timeWindow: millisecondsInMinute,
    allowList: [],
    keyGenerator: (request) => `merchant ${callers.get(request)}`,
  });
  return (request: FastifyRequest) => async (merchantId: string) => {
    callers.set(request, merchantId);
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw new TooManyRequestsError(counted.ttlInSeconds);
  };
}

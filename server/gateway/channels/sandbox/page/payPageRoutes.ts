import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '@merchant-console/declaration/languages';
import type { Translate } from '@merchant-console/declaration';
import type { Clock } from '#server/clock.ts';
import { NotFoundError, type AppError } from '#server/errors.ts';
import { statusOf, setRetryAfter } from '#server/http/errorMapper.ts';
import { PAY_PAGE_PATH } from '#server/http/limits.ts';
import { languageOf } from '#server/i18n/translators.ts';
import type { Payments } from './createPayments.ts';
import { payPage, payPageRefusal, type Reader } from './payPage.ts';
import { PAY_PAGE_CSP } from './payPageStyle.ts';

const HEADERS = {
  'Content-Security-Policy': PAY_PAGE_CSP,
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

/** Maximum size of the form, in bytes. */
const LARGEST_FORM = 256;

interface PayPageDeps {
  payments: Payments;
  clock: Clock;
  translators: Record<Language, Translate>;
}

/**
 * Serves the sandbox's payment pages: HTML without script, open to anyone with the URL. A decision is answered with a
 * redirect to the page, so that a second click or a reload doesn't repeat it.
 */
export async function payPageRoutes(
  app: FastifyInstance,
  { payments, clock, translators }: PayPageDeps,
): Promise<void> {
  const readerOf = (request: FastifyRequest): Reader => {
    const language = languageOf(request);
    return { language, translate: translators[language] };
  };

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
      const status = statusOf(error);
      if (status >= 500) request.log.error({ err: error }, 'A payment page failed');
      setRetryAfter(reply, error);
      return send(reply.status(status), payPageRefusal(readerOf(request), refusalOf(status)));
    });

    // A wildcard, so that the console doesn't answer unknown URLs below this path.
    scope.get<{ Params: { '*': string } }>(`${PAY_PAGE_PATH}/*`, async (request, reply) => {
      const payment = await payments.open(request.params['*']);
      if (!payment) throw new NotFoundError();
      return send(reply, payPage(payment, readerOf(request), clock.now()));
    });

    scope.post<{ Params: { '*': string } }>(
      `${PAY_PAGE_PATH}/*`,
      { bodyLimit: LARGEST_FORM },
      async (request, reply) => {
        const token = request.params['*'];
        const decision = new URLSearchParams(typeof request.body === 'string' ? request.body : '').get('decision');
        // Any other form shows the status unchanged.
        const isDecision = decision === 'pay' || decision === 'decline';
        const payment = isDecision ? await payments.decide(token, decision) : await payments.open(token);
        if (!payment) throw new NotFoundError();
        return reply.redirect(`${PAY_PAGE_PATH}/${token}`, 303);
      },
    );
  });
}

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply.headers(HEADERS).type('text/html; charset=utf-8').send(page);
}

function refusalOf(status: number): 'unknown' | 'too_many' | 'trouble' {
  if (status === 404) return 'unknown';
  return status === 429 ? 'too_many' : 'trouble';
}

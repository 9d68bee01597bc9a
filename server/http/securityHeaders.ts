import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';

/** SHA-256 of the empty string: emotion adds empty style tags and fills them through the CSSOM. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Browser features that the console never uses. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

/** Value of Permissions-Policy: forbids all of them. */
export const PERMISSIONS = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');

const YEAR = 31_536_000;
/** Value of Strict-Transport-Security. Subdomains may belong to other servers. */
export const STRICT_TRANSPORT = `max-age=${YEAR}`;

/** Adds the headers of every response: request ID, server time, and no caching unless the route allows it. */
export function commonHeaders(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', async (request, reply) => {
    void reply.header('X-Request-Id', request.id);
    // Pages use the server's time, because the clock of the user's computer may be hours off.
    void reply.header('Date', clock.now().toUTCString());
    if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', 'no-store');
  });
}

/** Adds security headers: no external resources, no inline scripts, no framing. */
export async function securityHeaders(
  app: FastifyInstance,
  options: { development: boolean; isHttps: boolean },
): Promise<void> {
  if (options.development) return; // Vite's client needs inline scripts.
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('Permissions-Policy', PERMISSIONS);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", EMPTY_STYLE],
        // blob: for pictures of records, which are fetched with the token.
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The demo is opened by plain HTTP on loopback. Subdomains may belong to other servers.
    strictTransportSecurity: options.isHttps && { maxAge: YEAR, includeSubDomains: false },
    // Same as frame-ancestors, for browsers without support for it.
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
}

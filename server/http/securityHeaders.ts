import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** SHA-256 of the empty text: emotion adds empty style tags and fills them through the CSSOM. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** What pages might ask a browser for, and the console never does. */
const UNUSED_FEATURES = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi'],
  ...['payment', 'usb'],
];
const YEAR = 31_536_000;

/** Nothing is loaded from anywhere else, nothing inline runs, nobody frames the console. */
export async function securityHeaders(
  app: FastifyInstance,
  options: { development: boolean; isHttps: boolean },
): Promise<void> {
  if (options.development) return; // Vite's client needs inline scripts
  const permissions = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('Permissions-Policy', permissions);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", EMPTY_STYLE],
        // blob: a record's picture, fetched with the token.
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Plain http on loopback is how the demo is opened. Other names below the server's are not ours to speak for.
    strictTransportSecurity: options.isHttps && { maxAge: YEAR, includeSubDomains: false },
    // The same as frame-ancestors, for browsers that do not know it.
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
}

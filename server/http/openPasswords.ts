import type { FastifyInstance } from 'fastify';
import { PASSWORD_FIELDS } from '#shared/contract/sealedPasswords.ts';
import { ValidationError, type Message } from '../errors.ts';

/**
 * Puts passwords that were encrypted on their way back into the body, before anything looks at it.
 * @param open gives the password, or null for what cannot be read
 */
export function openPasswords(app: FastifyInstance, open: (text: string) => string | null): void {
  app.addHook('preHandler', async ({ body }) => {
    if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
    const refused: Record<string, Message> = {};
    for (const field of PASSWORD_FIELDS) {
      const value: unknown = Object.hasOwn(body, field) ? Reflect.get(body, field) : undefined;
      if (typeof value !== 'string') continue;
      const opened = open(value);
      if (opened === null) refused[field] = { key: 'invalid_format' };
      else Reflect.set(body, field, opened);
    }
    if (Object.keys(refused).length > 0) throw new ValidationError(refused);
  });
}

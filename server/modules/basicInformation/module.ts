import type { IncomingHttpHeaders } from 'node:http';
import * as calls from '#shared/contract/basicInformation.ts';
import { type Message, ValidationError } from '#server/errors.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { forgetEndedKeys } from '../signingKeys/merchantKeys.ts';
import type { Module } from '../Module.ts';
import { createBasicInformation } from './service.ts';

interface Confirmation {
  pay_password: unknown;
  totp_code: unknown;
}

/**
 * Reads payment password and code, each from the body or its header.
 * @throws {ValidationError} if one is missing; names body field and header
 */
function confirmationOf(body: Partial<Confirmation>, headers: IncomingHttpHeaders): Confirmation {
  const given = {
    pay_password: body.pay_password ?? textIn(headers['x-pay-password']),
    totp_code: body.totp_code ?? headers['x-totp-code'],
  };
  const missing: Record<string, Message> = {};
  if (isMissing(given.pay_password)) missing['pay_password'] = { key: 'send_pay_password' };
  if (isMissing(given.totp_code)) missing['totp_code'] = { key: 'send_totp_code' };
  if (Object.keys(missing).length > 0) throw new ValidationError(missing);
  return given;
}

/** Header values are decoded as Latin-1, but non-ASCII passwords are sent as UTF-8. */
function textIn(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? Buffer.from(header, 'latin1').toString('utf8') : undefined;
}

const isMissing = (value: unknown) => value === undefined || value === null || value === '';

export const basicInformationModule: Module = {
  routes(router, { db, clock, keys, payPasswords, totp }) {
    const info = createBasicInformation({ db, clock, keys });
    router.signedIn(calls.basicInformation, ({ session }) => info.read(session));

    router.signedIn(calls.basicInformationUpdate, ({ session, request, body }) =>
      info.update(actorOf(session, request), session, body),
    );

    /**
     * Accepts a call without a body, as in the first API version, if its headers confirm it. A code works once, so a
     * repeated call creates no second key. A call that can't be executed costs no attempt and no code.
     */
    router.signedIn(calls.md5KeyUpdate, async ({ session, request, body }) => {
      const { merchantId, accountId, userId } = session;
      const proofs = confirmationOf(body, request.headers);
      const keyId = body.key_id === undefined ? await keys.currentId(merchantId) : body.key_id;
      const asked = { keyId, graceHours: body.grace_hours };
      await keys.assertReplaceable(session, asked);
      await payPasswords.check(accountId, userId, proofs.pay_password);
      await totp.check(accountId, userId, proofs.totp_code);
      const key = await keys.replace({ ...actorOf(session, request), permissions: session.permissions }, asked);
      return { key, base_info: await info.read(session) };
    });

    router.signedIn(calls.md5KeyEndOld, async ({ session, request, body }) => {
      await keys.endPrevious(actorOf(session, request), body.key_id);
      return info.read(session);
    });
  },

  maintain: forgetEndedKeys,
};

import * as calls from '#shared/contract/baseInfo.ts';
import type { Router } from '#server/http/router.ts';
import type { MerchantKeys } from '#server/modules/merchantKeys/service.ts';
import type { PayPasswords } from '#server/modules/payPasswords/service.ts';
import type { TotpConfirmation } from '#server/modules/totpConfirmation/service.ts';
import { actorOf } from '#server/resources/CallMeans.ts';
import type { BaseInfoService } from './service.ts';

interface BaseInfoRoutesMeans {
  info: BaseInfoService;
  keys: MerchantKeys;
  payPasswords: PayPasswords;
  totp: TotpConfirmation;
}

export function baseInfoRoutes(router: Router, { info, keys, payPasswords, totp }: BaseInfoRoutesMeans): void {
  router.signedIn(calls.baseInfo, ({ session }) => info.read(session));

  router.signedIn(calls.baseInfoUpdate, ({ session, request, body }) =>
    info.update(actorOf(session, request), session, body),
  );

  /** Whoever asks for what can't be done loses no try of the password and no code. */
  router.signedIn(calls.md5KeyUpdate, async ({ session, request, body }) => {
    const { merchantId, userId } = session;
    const asked = { keyId: body.key_id, graceHours: body.grace_hours };
    await keys.assertReplaceable(merchantId, asked);
    await payPasswords.check(merchantId, userId, body.pay_password);
    await totp.check(merchantId, userId, body.totp_code);
    const key = await keys.replace(actorOf(session, request), asked);
    return { key, base_info: await info.read(session) };
  });

  router.signedIn(calls.md5KeyEndOld, async ({ session, request, body }) => {
    await keys.endPrevious(actorOf(session, request), body.key_id);
    return info.read(session);
  });
}

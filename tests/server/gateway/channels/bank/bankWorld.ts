import { systemClock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { NamedConnection } from '#server/gateway/channels/ChannelConnections.ts';
import { httpBank } from '#server/gateway/channels/http-bank/httpBank.ts';
import { CALLBACK_PATH } from '#server/http/limits.ts';
import { BANK_KEY_ID, BANK_SECRET, startBank, type BankProcess } from '#tests/support/bankProcess.ts';
import { gatewayWorld, MERCHANT, type GatewayWorld } from '../../../modules/gateway/gatewayWorld.ts';

export const COLLECTING = 'cn_qr_yun';
export const PAYING_OUT = 'cn_payout_bank';

/** A merchant's gateway whose channels use the example bank, which sends callbacks to it. */
export interface BankWorld extends GatewayWorld {
  bank: BankProcess;
  merchantUuid: string;
  /** The number of collection orders and payouts without a result. */
  open(): Promise<number>;
  /** Advances the clock past all pending retries, then works on all orders once, with two concurrent servers. */
  work(): Promise<void>;
}

export async function bankWorld(kind: Db['kind'], timeoutMs = 10_000): Promise<BankWorld> {
  const channels = new Map<string, NamedConnection>();
  const gateway = { orderMinutes: 30, callsPerMinute: 100_000 };
  const world = await gatewayWorld(kind, { channels, gateway });
  // The world's clock runs ahead of the bank's.
  const bank = await startBank({ toleranceSeconds: 315_360_000 });
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
  for (const code of [COLLECTING, PAYING_OUT]) {
    const settings = { url: bank.url, account: 'A-1', keyId: BANK_KEY_ID, secret: BANK_SECRET, timeoutMs };
    const means = { code, clock: systemClock, callbackUrl: `${url}${CALLBACK_PATH}/${code}` };
    channels.set(code, { ...httpBank.connect({ ...settings, allowHttp: false }, means), adapter: 'http-bank' });
  }
  const { kysely } = world.db;
  // The demo's own open orders belong to the sandbox.
  await kysely.deleteFrom('order_jobs').execute();
  return {
    ...world,
    bank,
    merchantUuid: await world.merchantId(MERCHANT),
    async open() {
      const jobs = await Promise.all(
        (['order_jobs', 'payout_jobs'] as const).map((table) => kysely.selectFrom(table).selectAll().execute()),
      );
      return jobs.flat().length;
    },
    async work() {
      world.clock.advance(601);
      const { collecting, payouts } = world;
      await Promise.all([collecting.step(), payouts.step(), collecting.step(), payouts.step()]);
    },
    async close() {
      await world.close();
      await bank.stop();
    },
  };
}

import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, type GatewayWorld } from '../modules/gateway/gatewayWorld.ts';

interface Sample {
  file: string;
  program: string;
  /** Argument that makes the program tell its version. */
  version: string;
  /** True if it also lists orders. */
  lists: boolean;
}

/** Runs each sample against a gateway. One is skipped if its program is missing. */
export function testSamples(samples: readonly Sample[]): void {
  describe('the samples in other languages', () => {
    let world: GatewayWorld;
    let url: string;
    beforeAll(async () => {
      // The samples sign with the computer's time.
      world = await gatewayWorld(USUAL_DATABASE, { clock: systemClock });
      url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    });
    afterAll(() => world.close());

    /** The response to each call of a sample. */
    async function run({ program, file }: { program: string; file: string }, key: string): Promise<unknown[]> {
      const env = { ...process.env, GATEWAY_URL: url, MERCHANT_NO: MERCHANT, MERCHANT_KEY: key };
      const { stdout } = await promisify(execFile)(program, [path.resolve('examples/gateway', file)], { env });
      return stdout.trimEnd().split('\n').map((line): unknown => JSON.parse(line)); // prettier-ignore
    }

    for (const sample of samples) {
      const isMissing = spawnSync(sample.program, [sample.version]).error !== undefined;
      const reason = isMissing ? ` (not run: there is no ${sample.program})` : '';
      it.skipIf(isMissing)(
        `${sample.file} places an order and queries it${sample.lists ? ', and lists orders' : ''}${reason}`,
        async () => {
          const order = expect.objectContaining({
            type: 'collect',
            channel: 'cn_qr_yun',
            amount: '12300',
            status: 'pending',
          });
          const [made, queried, ...lists] = await run(sample, await world.keyOf(MERCHANT));
          expect(made).toEqual({ code: 0, msg: '', data: order });
          expect(queried).toEqual(made);
          const list = { items: expect.arrayContaining([order]), next_cursor: null };
          expect(lists).toMatchObject(sample.lists ? [{ code: 0, data: list }] : []);
          const subjects = await world.db.kysely
            .selectFrom('orders')
            .where('merchant_order_no', 'like', `${path.parse(sample.program).name.replace(/\d+$/, '')}-%`)
            .select('subject')
            .execute();
          expect(subjects).toEqual([{ subject: '冬季外套 & 帽子' }]);
          const refused = await run(sample, '0'.repeat(32));
          expect(refused).toMatchObject(Array.from({ length: sample.lists ? 3 : 2 }, () => ({ code: 40_100 })));
        },
      );
    }
  });
}

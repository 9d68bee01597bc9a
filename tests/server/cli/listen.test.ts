import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { forgetListeners } from '#server/gateway/createListening.ts';
import type { Received } from '#tests/support/merchantServer.ts';
import { MERCHANT } from '../modules/testMode/testModeWorld.ts';
import { listening } from './listening.ts';

const bodySchema = z.object({ data: z.object({ merchant_order_no: z.string() }) });

describe('npm run listen', () => {
  const served = listening();
  const { setClock, listen } = served;

  async function order(merchant_order_no: string, side: 'live' | 'test' = 'test'): Promise<void> {
    setClock();
    await served.world.gateway(side, 'collect', { channel: 'cn_qr_yun', amount: '12300', merchant_order_no });
    await served.world.work();
  }

  const numbers = () =>
    served.shop.received.map(({ text }) => bodySchema.parse(JSON.parse(text)).data.merchant_order_no);

  function isSigned({ headers, text }: Received, secret: string): boolean {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
    return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  }

  it('forwards the events of the test side that happen from now on, each once, signed with the printed secret', async () => {
    await order('L-before');
    served.shop.answer((response) => response.writeHead(204).end());
    const program = listen(await served.world.keyOf('test'));
    await program.prints(/Ready/);
    await order('L-live', 'live');
    for (const no of ['L-1', 'L-2', 'L-3']) await order(no);
    await program.prints(/(order_paid C\S+ success → 204 in \d+ ms[^]*){3}/);
    expect(numbers()).toEqual(['L-1', 'L-2', 'L-3']);
    const secret = /whsec_\S+/.exec(program.output())?.[0] ?? '';
    expect(served.shop.received.every((posted) => isSigned(posted, secret))).toBe(true);
    const [first] = served.shop.received;
    expect(JSON.parse(first?.text ?? '')).toMatchObject({ type: 'order_paid', test: true, merchant_no: MERCHANT });
    served.shop.answer((response) => response.writeHead(500).end());
    await order('L-4');
    await program.prints(/→ 500/);
    program.child.kill('SIGINT');
    expect((await program.ended()).code).toBe(0);
    expect(numbers()).toEqual(['L-1', 'L-2', 'L-3', 'L-4']);
  });

  it('leaves nothing behind: what nobody fetches is deleted', async () => {
    const { kysely } = served.world.db;
    const later = new Date(Date.now() + 3 * 3_600_000);
    expect(await kysely.selectFrom('webhook_endpoints').where('url', 'is', null).select('id').execute()).not.toEqual(
      [],
    );
    await order('L-5');
    await forgetListeners(served.world.db, later);
    expect(await kysely.selectFrom('webhook_endpoints').where('url', 'is', null).select('id').execute()).toEqual([]);
    expect(await kysely.selectFrom('webhook_deliveries').where('notify_status', '=', 'to_fetch').execute()).toEqual([]);
  });
});

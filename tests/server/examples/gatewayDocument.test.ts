import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, type GatewayWorld } from '../modules/gateway/gatewayWorld.ts';

const DOCUMENT = new URL('../../../docs/gateway.md', import.meta.url);
const ADDRESS = 'http://127.0.0.1:4000';
const BLANK_KEY = /^KEY=…/gm;

const missing = ['bash', 'curl', 'openssl'].filter((program) => spawnSync(program, ['version']).error);

describe('the examples of docs/gateway.md', () => {
  let world: GatewayWorld;
  let url: string;
  beforeAll(async () => {
    // The examples sign with the computer's time.
    world = await gatewayWorld(USUAL_DATABASE, { clock: systemClock });
    url = await world.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => world.close());

  /** All code blocks of the document as one script, for this server and this key. */
  async function scriptWith(key: string): Promise<string> {
    const document = await readFile(DOCUMENT, 'utf8');
    const blocks = [...document.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
    const script = blocks.join('\n');
    expect(script.match(BLANK_KEY)).toHaveLength(1);
    expect(script.split(ADDRESS)).toHaveLength(5);
    return script.replace(BLANK_KEY, `KEY=${key}`).replaceAll(ADDRESS, url);
  }

  /** The response to each call. */
  async function run(script: string): Promise<unknown[]> {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script]);
    return stdout.trimEnd().split('\n').map((line): unknown => JSON.parse(line)); // prettier-ignore
  }

  const reason = missing.length === 0 ? '' : ` (not run: there is no ${missing.join(' and no ')})`;
  it.skipIf(missing.length > 0)(`place an order and a payout, query the order and list orders${reason}`, async () => {
    const order = {
      type: 'collect',
      merchant_order_no: 'T-1',
      channel: 'cn_qr_yun',
      amount: '12300',
      status: 'pending',
    };
    const payout = { type: 'payout', merchant_order_no: 'P-1', card_number: '6222••••3445', status: 'pending' };
    const list = { items: expect.arrayContaining([expect.objectContaining(order)]), next_cursor: null };
    expect(await run(await scriptWith(await world.keyOf(MERCHANT)))).toEqual(
      [order, payout, order, list].map((data) => ({ code: 0, msg: '', data: expect.objectContaining(data) })),
    );
    const refusal = { code: 40_100, data: { error: 'signature_invalid' } };
    expect(await run(await scriptWith('0'.repeat(32)))).toMatchObject([refusal, refusal, refusal, refusal]);
  });
});

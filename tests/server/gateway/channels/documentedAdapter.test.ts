import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { createCipher } from '#server/crypto/dataKey.ts';
import type { ChannelPayout } from '#server/gateway/channels/ChannelAdapter.ts';
import { connectChannels } from '#server/gateway/channels/connectChannels.ts';
import { asWorker, newChannelPayout } from './adapterContract.ts';

const PROJECT = path.resolve(import.meta.dirname, '../../../..');

describe('the adapter in docs/channel-adapters.md', () => {
  let folder: string;
  let adapter: ReturnType<typeof asWorker<ChannelPayout>>;
  beforeAll(async () => {
    const document = await readFile(path.join(PROJECT, 'docs/channel-adapters.md'), 'utf8');
    const [, source = ''] = /^```ts\n(\/\/ my-bank\.ts\n[^]*?)^```$/m.exec(document) ?? [];
    // Below the project's folder, as the page says.
    const cache = path.join(PROJECT, '.cache/tests');
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(path.join(cache, 'adapter-'));
    await mkdir(path.join(folder, 'bank'));
    await writeFile(path.join(folder, 'my-bank.ts'), source);
    const cipher = createCipher(randomBytes(32));
    const settings = { folder: path.join(folder, 'bank'), pin: { encrypted: cipher.encrypt('2468') } };
    const file = path.join(folder, 'channels.json');
    await writeFile(file, JSON.stringify({ my_bank: { module: './my-bank.ts', settings } }));
    const channels = await connectChannels({ file, cipher, clock: systemClock, publicUrl: '', sandbox: null });
    const payouts = channels.get('my_bank')?.payouts;
    if (!payouts) throw new Error('it pays out');
    adapter = asWorker(payouts, 20_000);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const answer = ({ merchantId, orderNo }: { merchantId: string; orderNo: string }, text: string) =>
    writeFile(path.join(folder, 'bank', `${merchantId}.${orderNo}.result.json`), text);

  it("sends a payment to the bank once, and returns the bank's answer", async () => {
    const payout = newChannelPayout(12_300n);
    expect(await adapter.query(payout)).toEqual({ status: 'not_found' });
    expect([await adapter.send(payout), await adapter.send(payout)]).toEqual([
      { status: 'accepted' },
      { status: 'accepted' },
    ]);
    const files = await readdir(path.join(folder, 'bank'));
    expect(files).toHaveLength(1);
    const payment: unknown = JSON.parse(await readFile(path.join(folder, 'bank', files[0] ?? ''), 'utf8'));
    expect(payment).toMatchObject({ pin: '2468', amount: '12300', currency: 'CNY' });
    expect(await adapter.query(payout)).toEqual({ status: 'processing' });
    await answer(payout, JSON.stringify({ status: 'success', channelOrderNo: 'B1', amount: '12300', currency: 'CNY' }));
    expect(await adapter.query(payout)).toEqual({ status: 'success', channelOrderNo: 'B1' });
    expect(await adapter.send(payout)).toEqual({ status: 'success', channelOrderNo: 'B1' });
  });

  it.each([{ amount: '12301' }, { currency: 'JPY' }])(
    'reports an unknown outcome if the bank paid %o',
    async (other) => {
      const payout = newChannelPayout(12_300n);
      const paid = { status: 'success', channelOrderNo: 'B1', amount: '12300', currency: 'CNY', ...other };
      await answer(payout, JSON.stringify(paid));
      expect(await adapter.query(payout)).toMatchObject({
        status: 'unknown',
        reason: expect.stringContaining('instead of'),
      });
    },
  );

  it("reports an unknown outcome for an answer that it can't parse", async () => {
    const payout = newChannelPayout(12_300n);
    await adapter.send(payout);
    await answer(payout, '{"status":"succ');
    expect(await adapter.query(payout)).toMatchObject({ status: 'unknown' });
    await answer(payout, JSON.stringify({ status: 'failed', errorCode: '7', errorMessage: 'No such account' }));
    expect(await adapter.query(payout)).toMatchObject({ status: 'failed', errorCode: '7' });
  });
});

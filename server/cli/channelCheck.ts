import { systemClock } from '#server/clock.ts';
import { createCipher, loadDataKey } from '#server/crypto/dataKey.ts';
import { ANY_CODE } from '#server/gateway/channels/ChannelConnections.ts';
import { connectChannels } from '#server/gateway/channels/connectChannels.ts';
import { UNOPENED_SANDBOX } from '#server/gateway/channels/sandbox/sandboxConnection.ts';
import { publicUrlOf, readConfig } from '#server/process/config.ts';
import { runCommand } from './commandLine.ts';

/**
 * `npm run channel:check`: validates the adapter file without a database or a bank, and prints each channel's adapter.
 */
async function channelCheck(): Promise<void> {
  const config = readConfig(process.env);
  const connections = await connectChannels({
    file: config.channelAdapters,
    clock: systemClock,
    publicUrl: publicUrlOf(config),
    cipher: createCipher(await loadDataKey(config)),
    sandbox: config.sandboxAllowed ? UNOPENED_SANDBOX : null,
  });
  const lines = [...connections].map(([code, { adapter, books, payouts, collections }]) => {
    const does = [...(collections ? ['collects'] : []), ...(payouts ? ['pays out'] : [])];
    return [code === ANY_CODE ? 'all others' : code, adapter, books, ...does].join('  ');
  });
  if (!connections.has(ANY_CODE)) lines.push('all others  not connected');
  process.stdout.write(`${lines.join('\n')}\n`);
}

runCommand(channelCheck);

import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { connectChannels } from './gateway/channels/configured/connectChannels.ts';
import type { ChannelConnections } from './gateway/channels/ChannelConnections.ts';
import { sandboxConnection } from './gateway/channels/sandbox/sandboxConnection.ts';
import type { Opened } from './open.ts';
import { publicUrlOf } from './publicUrlOf.ts';

/** Connects the channels as the configuration says. @throws {ChannelAdaptersError} if its file is wrong */
export function channelsOf(
  config: Pick<Config, 'channelAdapters' | 'sandboxAllowed' | 'publicUrl' | 'host' | 'port'>,
  { db, cipher }: Pick<Opened, 'db' | 'cipher'>,
  clock: Clock,
): Promise<ChannelConnections> {
  const publicUrl = publicUrlOf(config);
  const sandbox = config.sandboxAllowed ? sandboxConnection({ db, clock, publicUrl }) : null;
  return connectChannels({ file: config.channelAdapters, cipher, clock, publicUrl, sandbox });
}

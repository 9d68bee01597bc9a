import type { Cipher } from './crypto/dataKey.ts';
import { payoutAdapterOf, type ChannelConnections } from './gateway/channels/ChannelConnections.ts';
import { createPayoutProcessor } from './gateway/payouts/createPayoutProcessor.ts';
import type { Processor, ProcessorMeans, ProcessorTimes } from './gateway/work/createProcessor.ts';
import { createPayouts, type PayoutOutcome } from './modules/payouts/service.ts';

interface PayoutMeans extends ProcessorMeans {
  cipher: Cipher;
  channels: ChannelConnections;
  onEnded?: (status: PayoutOutcome['status']) => void;
}

/** Works on the server's payouts. */
export function payoutProcessing({ channels, ...means }: PayoutMeans, times?: ProcessorTimes): Processor {
  const adapterOf = payoutAdapterOf(channels);
  return createPayoutProcessor({ ...means, payouts: createPayouts(means), adapterOf }, times);
}

import type { Cipher } from './crypto/dataKey.ts';
import { createSandbox } from './gateway/channels/sandbox/createSandbox.ts';
import { createPayoutProcessor } from './gateway/payouts/createPayoutProcessor.ts';
import type { Processor, ProcessorMeans, ProcessorTimes } from './gateway/work/createProcessor.ts';
import { createPayouts, type PayoutOutcome } from './modules/payouts/service.ts';

/** Works on the server's payouts. All channels lead to the sandbox: an adapter of another one is chosen by its code here. */
export function payoutProcessing(
  means: ProcessorMeans & { cipher: Cipher; onEnded?: (status: PayoutOutcome['status']) => void },
  times?: ProcessorTimes,
): Processor {
  const sandbox = createSandbox(means);
  return createPayoutProcessor({ ...means, payouts: createPayouts(means), adapterOf: () => sandbox }, times);
}

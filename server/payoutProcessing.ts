import type { Clock } from './clock.ts';
import type { Cipher } from './crypto/dataKey.ts';
import type { Db } from './db/connect.ts';
import type { DbLog } from './db/dbLog.ts';
import { createSandbox } from './gateway/channels/sandbox/createSandbox.ts';
import { createPayoutProcessor } from './gateway/payouts/createPayoutProcessor.ts';
import type { Processor, ProcessorTimes } from './gateway/work/createProcessor.ts';
import { createPayouts } from './modules/payouts/service.ts';

/** Works on the server's payouts. All channels lead to the sandbox: an adapter of another one is chosen by its code here. */
export function payoutProcessing(
  means: { db: Db; clock: Clock; cipher: Cipher; log: DbLog },
  times?: ProcessorTimes,
): Processor {
  const sandbox = createSandbox(means);
  return createPayoutProcessor({ ...means, payouts: createPayouts(means), adapterOf: () => sandbox }, times);
}

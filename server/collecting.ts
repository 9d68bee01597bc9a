import { createCollectionSandbox } from './gateway/channels/sandbox/createCollectionSandbox.ts';
import { createCollector } from './gateway/collections/createCollector.ts';
import {
  createProcessor,
  PROCESSOR_TIMES,
  type Processor,
  type ProcessorMeans,
  type ProcessorTimes,
} from './gateway/work/createProcessor.ts';
import { orderJobs } from './jobs/jobQueue.ts';
import { createOrders, type OrderOutcome } from './modules/orders/service.ts';

interface CollectingMeans extends ProcessorMeans {
  /** Where payers reach this server, without a slash at the end. */
  publicUrl: string;
  onEnded?: (status: OrderOutcome['status']) => void;
}

/** For telling a channel of an order whose merchant's server waits for the address to pay at. */
export const OPENING_TIMES: ProcessorTimes = { ...PROCESSOR_TIMES, answerMs: 5_000 };

/** Works on the server's collection orders. All channels lead to the sandbox: an adapter of another one is chosen by its code here. */
export function collecting(means: CollectingMeans, times: ProcessorTimes = PROCESSOR_TIMES): Processor {
  const sandbox = createCollectionSandbox(means);
  const orders = createOrders(means);
  const work = createCollector({ ...means, orders, adapterOf: () => sandbox, answerMs: times.answerMs });
  return createProcessor(means, { queue: orderJobs, subject: 'collection order', work }, times);
}

import { collectionAdapterOf, type ChannelConnections } from './gateway/channels/ChannelConnections.ts';
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
  channels: ChannelConnections;
  onEnded?: (status: OrderOutcome['status']) => void;
}

/** For telling a channel of an order whose merchant's server waits for the address to pay at. */
export const OPENING_TIMES: ProcessorTimes = { ...PROCESSOR_TIMES, answerMs: 5_000 };

/** Works on the server's collection orders. */
export function collecting(
  { channels, ...means }: CollectingMeans,
  times: ProcessorTimes = PROCESSOR_TIMES,
): Processor {
  const orders = createOrders(means);
  const adapterOf = collectionAdapterOf(channels);
  const work = createCollector({ ...means, orders, adapterOf, answerMs: times.answerMs });
  return createProcessor(means, { queue: orderJobs, subject: 'collection order', work }, times);
}

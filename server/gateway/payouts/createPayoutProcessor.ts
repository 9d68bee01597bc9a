import { payoutJobs } from '#server/jobs/jobQueue.ts';
import {
  createProcessor,
  PROCESSOR_TIMES,
  type Processor,
  type ProcessorMeans,
  type ProcessorTimes,
} from '../work/createProcessor.ts';
import { createPayoutSender, type PayoutSenderMeans } from './createPayoutSender.ts';

/** Brings payouts to their end. */
export function createPayoutProcessor(
  means: Omit<PayoutSenderMeans, 'answerMs'> & ProcessorMeans,
  times: ProcessorTimes = PROCESSOR_TIMES,
): Processor {
  const send = createPayoutSender({ ...means, answerMs: times.answerMs });
  const work = { queue: payoutJobs, subject: 'payout' };
  return createProcessor(
    means,
    { ...work, work: ({ merchant_id, id }) => send(merchant_id, id).then(() => null) },
    times,
  );
}

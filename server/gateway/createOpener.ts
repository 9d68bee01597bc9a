import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { answerOrUnknown } from './channels/answerOrUnknown.ts';
import type { CollectionAdapter, OpenAnswer } from './channels/ChannelAdapter.ts';
import type { AdapterOf } from './channels/ChannelConnections.ts';
import { channelOrderOf, OPENING_TIMES } from './createOrderProcessor.ts';
import { nextPoll, type Processor } from '#server/jobs/createProcessor.ts';
import type { NewOrder, Opener } from '#server/modules/gateway/collect.ts';

interface OpenerDeps {
  db: Db;
  clock: Clock;
  log: DbLog;
  adapterOf: AdapterOf<CollectionAdapter>;
  /** Processes the orders that have a result at once. */
  processor: Pick<Processor, 'workOn' | 'stop'>;
}

/** Keeps the payment page and puts the job off, unless somebody made it due or claimed it meanwhile. */
const KEEP_PAGE = `
  update order_jobs set pay_url = $3,
    due_at = case when due_at = $4 then $5 else due_at end, polls = polls + case when due_at = $4 then 1 else 0 end
  where merchant_id = $1 and order_id = $2
  returning pay_url`;

/** Opens new orders at their channels while merchants' servers wait for the payment page. */
export function createOpener({ db, clock, log, adapterOf, processor }: OpenerDeps): Opener & { stop(): Promise<void> } {
  const running = new Set<Promise<unknown>>();

  function booksOf(channel: NewOrder['channel']): string | null {
    return adapterOf(channel)?.books ?? null;
  }

  async function open(made: NewOrder): Promise<string | null | undefined> {
    const done = opened(made).catch((error: unknown) => {
      log.error({ err: error, id: made.order.id }, 'A collection order failed; will retry');
      return undefined;
    });
    running.add(done);
    return done.finally(() => running.delete(done));
  }

  async function opened({ order, channel, leftUntil, sentTo }: NewOrder): Promise<string | null | undefined> {
    const { merchant_id, id, order_no } = order;
    const connected = adapterOf(channel);
    const answer: OpenAnswer =
      connected === null || connected.books !== sentTo
        ? { status: 'unknown', reason: `the channel ${channel.code} is not connected` }
        : await answerOrUnknown(
            (signal) => connected.adapter.open(channelOrderOf({ ...order, asked: false }), signal),
            OPENING_TIMES.answerMs,
          );
    if (answer.status === 'success' || answer.status === 'failed') {
      // The job names the books, so the worker asks the bank for the result and settles the order with it.
      await processor.workOn({ merchant_id, id, due_at: leftUntil, polls: 0 });
      return undefined;
    }
    if (answer.status === 'unknown') log.warn({ order_no, reason: answer.reason }, 'The result of an order is unknown');
    const payUrl = answer.status === 'waiting' ? answer.payUrl : null;
    const next = nextPoll(clock.now(), 0, order.expires_at);
    const kept = await db.single(KEEP_PAGE, [merchant_id, id, payUrl, leftUntil, next]);
    return kept.length > 0 ? payUrl : undefined;
  }

  async function stop(): Promise<void> {
    await Promise.all(running);
    await processor.stop();
  }

  return { booksOf, open, stop };
}

import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { answerOrUnknown } from './channels/answerOrUnknown.ts';
import type { CollectionAdapter, OpenAnswer } from './channels/ChannelAdapter.ts';
import type { AdapterOf } from './channels/ChannelConnections.ts';
import { channelOrderOf, OPENING_TIMES } from './createOrderProcessor.ts';
import { inGroups } from '#server/jobs/inGroups.ts';
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

/** Keeps payment pages and puts their jobs off, unless somebody made it due or claimed it meanwhile. */
const KEEP_PAGES = `
  update order_jobs j set pay_url = opened.pay_url,
    due_at = case when j.due_at = opened.left_until then opened.next else j.due_at end,
    polls = j.polls + case when j.due_at = opened.left_until then 1 else 0 end
  from json_to_recordset($2::json) as opened (id uuid, pay_url text, left_until timestamptz, next timestamptz)
  where j.merchant_id = $1 and j.order_id = opened.id
  returning j.order_id as id`;

/** Orders of one merchant whose pages are kept by one statement at most. */
const MOST_KEPT = 50;

/** An order with the page that its channel has returned. */
interface Opened {
  merchantId: string;
  id: string;
  pay_url: string | null;
  left_until: Date;
  next: Date;
}

/** Opens new orders at their channels while merchants' servers wait for the payment page. */
export function createOpener({ db, clock, log, adapterOf, processor }: OpenerDeps): Opener & { stop(): Promise<void> } {
  const running = new Set<Promise<unknown>>();

  /** False for an order whose job is gone. */
  const keptInGroup = inGroups({
    keyOf: ({ merchantId }: Opened) => merchantId,
    most: MOST_KEPT,
    act: async (group: readonly Opened[]) => {
      const kept = await db.single<{ id: string }>(KEEP_PAGES, [group[0]?.merchantId, JSON.stringify(group)]);
      return group.map(({ id }) => kept.some((row) => row.id === id));
    },
  });

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
    const isKept = await keptInGroup({ merchantId: merchant_id, id, pay_url: payUrl, left_until: leftUntil, next });
    return isKept ? payUrl : undefined;
  }

  async function stop(): Promise<void> {
    await Promise.all(running);
    await processor.stop();
  }

  return { booksOf, open, stop };
}

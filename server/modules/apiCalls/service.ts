import { subDays } from 'date-fns/subDays';
import { millisecondsInHour } from 'date-fns/constants';
import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { insertRows } from '#server/db/rows.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { ApiCallsTable } from '#server/db/schema.ts';
import { AppError } from '#server/errors.ts';
import { statusOf } from '#server/http/errorMapper.ts';
import { type Refusal, refusalOf } from './refusal.ts';

/** Retention, in days. */
export const CALLS_KEPT_DAYS = 30;

/** Interval of writing, in milliseconds. A crash loses at most this much. */
const WRITE_EVERY_MS = 1_000;
/** Maximum number of calls waiting to be written; further ones are dropped. */
const MOST_WAITING = 5_000;
/** The same for calls that don't count against a merchant's limit. */
const MOST_UNCOUNTED_WAITING = 500;
/**
 * Maximum number of calls per merchant and hour, on each server, that don't count against the merchant's limit. Anyone
 * can send calls without a valid signature.
 */
export const UNCOUNTED_PER_HOUR = 100;
/** Maximum number of merchant numbers per hour in calls without a valid signature. */
const MOST_CALLERS = 10_000;

/** Data about the caller, filled in as far as the call gets. */
export interface ApiCaller {
  /** The merchant's number in the call, which anyone could send. */
  merchantNo: string | null;
  /** The merchant that signed the call. */
  merchantId: string | null;
  /** Number of the order or refund in the call. */
  orderNo: string | null;
  /** True if the call counts against the merchant's limit. */
  isCounted: boolean;
  /** Details of a rejection that only the log shows: the parameter, and the message with its arguments. */
  because: Refusal['fields'][number] | null;
}

/** A caller of whom nothing is known yet. */
export function newCaller(): ApiCaller {
  return { merchantNo: null, merchantId: null, orderNo: null, isCounted: false, because: null };
}

interface Ended extends Omit<Selectable<ApiCallsTable>, 'merchant_id'> {
  caller: ApiCaller;
}

interface CallLogDeps {
  db: Db;
  clock: Clock;
  log: DbLog;
  writeEveryMs?: number | undefined;
}

export type CallLog = ReturnType<typeof createCallLog>;

/**
 * The log of gateway calls. No call waits for it or fails because of it. Calls are buffered in memory and written once
 * a second; calls that can't be written are dropped.
 */
export function createCallLog({ db, clock, log, writeEveryMs = WRITE_EVERY_MS }: CallLogDeps) {
  let counted: Ended[] = [];
  let uncounted: Ended[] = [];
  let hour = { at: -Infinity, calls: new Map<string, number>() };
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  /**
   * Runs a call and adds it to the log, with the caller data that `work` fills in.
   * @returns the result of `work`, and rethrows its errors
   */
  async function record<Answer extends { status: number }>(
    call: ApiCallsTable['call'],
    request: { ip: string; id: string },
    work: (caller: ApiCaller) => Promise<Answer>,
  ): Promise<Answer> {
    const [at, start] = [clock.now(), performance.now()];
    const caller = newCaller();
    const end = (http_status: number, refused: Pick<Ended, 'error' | 'refusal'>) => {
      const duration_ms = Math.round(performance.now() - start);
      add(caller, { call, ip: request.ip, http_status, ...refused, duration_ms, created_at: at });
    };
    try {
      const answer = await work(caller);
      end(answer.status, { error: null, refusal: null });
      return answer;
    } catch (error) {
      end(error instanceof AppError ? statusOf(error) : 500, refusalOf(error, request.id, caller.because));
      throw error;
    }
  }

  function add(caller: ApiCaller, ended: Omit<Ended, 'caller' | 'id' | 'result' | 'order_no'>): void {
    if (!hasRoom(caller)) return;
    const { http_status, created_at } = ended;
    const result = http_status < 400 ? 'accepted' : http_status < 500 ? 'rejected' : 'failed';
    const id = uuidv7({ msecs: created_at.getTime() });
    (caller.isCounted ? counted : uncounted).push({ ...ended, caller, id, result, order_no: caller.orderNo });
    timer ??= setTimeout(() => void flush(), writeEveryMs).unref();
  }

  function hasRoom({ isCounted, merchantId, merchantNo }: ApiCaller): boolean {
    if (isCounted) return counted.length < MOST_WAITING;
    const key = merchantId ?? merchantNo;
    if (key === null || uncounted.length >= MOST_UNCOUNTED_WAITING) return false;
    const at = Math.floor(clock.now().getTime() / millisecondsInHour);
    if (at !== hour.at) hour = { at, calls: new Map() };
    const before = hour.calls.get(key) ?? 0;
    if (before >= UNCOUNTED_PER_HOUR || (before === 0 && hour.calls.size >= MOST_CALLERS)) return false;
    hour.calls.set(key, before + 1);
    return true;
  }

  /** Writes the calls that have ended so far. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Taken after the previous write, so that no more than `MOST_WAITING` calls accumulate if the database is slow.
    writing = writing.then(writeWaiting);
    return writing;
  }

  async function writeWaiting(): Promise<void> {
    const calls = [...counted, ...uncounted];
    counted = [];
    uncounted = [];
    try {
      await writeCalls(db, calls);
    } catch (error) {
      log.warn({ err: error, calls: calls.length }, 'Failed to write calls to the API log');
    }
  }

  return { record, flush };
}

async function writeCalls({ kysely }: Db, calls: readonly Ended[]): Promise<void> {
  const unsigned = calls.flatMap(({ caller }) => (caller.merchantId === null ? (caller.merchantNo ?? []) : []));
  const merchants = await merchantsNamed({ kysely }, [...new Set(unsigned)]);
  const rows = new Map<string, Selectable<ApiCallsTable>[]>();
  for (const { caller, ...call } of calls) {
    const merchant_id = caller.merchantId ?? merchants.get(caller.merchantNo ?? '');
    if (merchant_id === undefined) continue;
    const ofMerchant = rows.get(merchant_id) ?? [];
    rows.set(merchant_id, ofMerchant);
    ofMerchant.push({ merchant_id, ...call });
  }
  for (const ofMerchant of rows.values()) await insertRows(kysely, 'api_calls', ofMerchant);
}

/** The merchants with these numbers, which may be any text. Unknown numbers are left out. */
async function merchantsNamed({ kysely }: Pick<Db, 'kysely'>, numbers: string[]): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await kysely
    .selectFrom('directory')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('kind', '=', 'merchant_no')
    .where('name', 'in', numbers)
    .where('tenant_id', '<>', PLATFORM_ID)
    .select(['name', 'tenant_id'])
    .execute();
  return new Map(rows.map(({ name, tenant_id }) => [name, tenant_id]));
}

/** Rows per statement, so that none blocks the embedded database for long. */
const MOST_FORGOTTEN = 5_000;

/** Deletes expired calls, merchant by merchant through the index. Runs hourly. */
export async function forgetOldCalls({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const before = subDays(now, CALLS_KEPT_DAYS);
  const merchants = await kysely.selectFrom('merchants').select('merchant_id').execute();
  for (const { merchant_id } of merchants) {
    let forgotten = 0n;
    do {
      const { numAffectedRows = 0n } = await sql`
        delete from api_calls where merchant_id = ${merchant_id} and id in (
          select id from api_calls where merchant_id = ${merchant_id} and created_at < ${before}
          order by created_at limit ${MOST_FORGOTTEN}
        )`.execute(kysely);
      forgotten = numAffectedRows;
    } while (forgotten === BigInt(MOST_FORGOTTEN));
  }
}

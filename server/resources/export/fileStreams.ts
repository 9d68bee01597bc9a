import { Readable } from 'node:stream';
import type { Db } from '#server/db/connect.ts';
import { TooManyRequestsError } from '#server/errors.ts';
import { FileAnswer } from '#server/http/Route.ts';

/** `Retry-After` of a rejected file, in seconds. */
const RETRY_AFTER = 10;

/** Files per tenant that are sent at the same time. */
const MAX_RUNNING = 4;

/** Bytes buffered ahead of the client. */
const AHEAD = 256 * 1024;

/** A file whose content is generated while it is sent. */
export interface OpenedFile {
  bytes: AsyncIterable<Buffer>;
  headers: Readonly<Record<string, string>>;
  /** Stops reading, also if no byte has been consumed. */
  stop?(): Promise<void>;
}

export type StreamedFile = FileAnswer<Readable>;

/**
 * Streams a file to a tenant's user, at the client's speed. On an error the transfer is aborted, so a file is never
 * silently truncated. It is read from the standby if possible.
 * @throws {TooManyRequestsError} if the tenant has the maximum number of files running; also the errors of `open`
 */
export type StreamFile = (merchantId: string, open: () => Promise<OpenedFile>) => Promise<StreamedFile>;

/** Limits the concurrent files of each tenant, so that none can occupy the server. */
export function createFileStreams(db: Db): StreamFile {
  const running = new Map<string, number>();

  function begin(whose: string): () => void {
    const count = running.get(whose) ?? 0;
    if (count >= MAX_RUNNING) throw new TooManyRequestsError(RETRY_AFTER);
    running.set(whose, count + 1);
    return () => {
      const left = (running.get(whose) ?? 0) - 1;
      if (left > 0) running.set(whose, left);
      else running.delete(whose);
    };
  }

  return async (merchantId, open) => {
    const end = begin(merchantId);
    try {
      const { bytes, stop, headers } = await db.patiently(() => db.fromStandby(open));
      const body = Readable.from(bytes, { objectMode: false, highWaterMark: AHEAD });
      body.once('close', () => void Promise.resolve(stop?.()).finally(end));
      return new FileAnswer(body, headers);
    } catch (error) {
      end();
      throw error;
    }
  };
}

/** Reads each piece with the limits of background work, from the standby if possible. */
export async function* patiently<T>(db: Db, pieces: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const reading = pieces[Symbol.asyncIterator]();
  for (;;) {
    const next: IteratorResult<T, unknown> = await db.patiently(() => db.fromStandby(() => reading.next()));
    if (next.done === true) return;
    yield next.value;
  }
}

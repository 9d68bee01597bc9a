import { on } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { sheetChoicesSchema, sheetReadingSchema } from '#shared/contract/sheets.ts';
import { AppError, ConflictError, UnavailableError, ValidationError } from '#server/errors.ts';
import { CELL_FLAWS, type ReadOptions, unreadable } from '../Sheet.ts';

const PROGRAM = new URL('./startWorker.mjs', import.meta.url);

/** Limits of the worker's memory and time; a typical file needs a tenth of both. */
export interface WorkerLimits {
  heapMb: number;
  seconds: number;
}

const LIMITS: WorkerLimits = { heapMb: 256, seconds: 30 };

/**
 * Reads the rows of an uploaded table in a worker thread and yields them, header first. The worker sends the next piece
 * only on request, because Node delivers all queued messages in one turn of the event loop.
 * @throws {ValidationError} on `file` if it can't be read, or takes too much memory or time
 * @throws {ConflictError} `batch_choice` with what the user must choose before it can be read
 * @throws {UnavailableError} if the worker ends for another reason
 */
export async function* readInWorker(
  task: WorkerTask,
  { heapMb, seconds }: WorkerLimits = LIMITS,
): AsyncGenerator<Rows, void, undefined> {
  const worker = new Worker(PROGRAM, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    // The server's own flags, such as `--import tsx`, don't apply to the worker.
    execArgv: [],
  });
  try {
    const messages: AsyncIterable<unknown[]> = on(worker, 'message', {
      close: ['exit'],
      signal: AbortSignal.timeout(seconds * 1_000),
    });
    for await (const [message] of messages) {
      const piece = pieceSchema.parse(message);
      if ('refused' in piece) throw new ValidationError(piece.refused);
      if ('choices' in piece) throw new ConflictError({ id: 'batch_choice', current: piece.choices });
      if (piece.rows.length === 0) return;
      yield piece;
      // Otherwise Node could receive the next pieces within this turn of the event loop.
      await nextTurn();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, no window
      worker.postMessage('more');
    }
    throw new UnavailableError('The worker that reads an uploaded file stopped early');
  } catch (error) {
    throw isBeyondLimits(error) ? unreadable('batch_too_heavy') : failed(error);
  } finally {
    await worker.terminate();
  }
}

function isBeyondLimits(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}

function failed(error: unknown): Error {
  if (error instanceof AppError) return error;
  return new UnavailableError('The worker that reads an uploaded file failed', error);
}

/** Input of the worker. */
export interface WorkerTask {
  bytes: Uint8Array;
  options: ReadOptions;
}

const cellSchema = z.object({
  text: z.string(),
  flaw: z.enum(CELL_FLAWS).nullable(),
  shown: z.string().optional(),
});
const messageSchema = z.object({
  key: z.string(),
  args: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
const rowsSchema = z.object({
  rows: z.array(z.object({ line: z.int(), cells: z.array(cellSchema).readonly() })),
  reading: sheetReadingSchema,
});
type Rows = z.output<typeof rowsSchema>;
/** The worker's answer to each request: rows (none at the end), or once an error or what must be chosen. */
const pieceSchema = z.union([
  rowsSchema,
  z.object({ refused: z.record(z.string(), messageSchema) }),
  z.object({ choices: sheetChoicesSchema }),
]);
export type Piece = z.input<typeof pieceSchema>;

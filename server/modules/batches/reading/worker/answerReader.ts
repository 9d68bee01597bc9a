import { parentPort, workerData } from 'node:worker_threads';
import { ValidationError } from '#server/errors.ts';
import { readSheet } from '../readSheet.ts';
import type { SheetRow } from '../Sheet.ts';
import type { Piece, WorkerTask } from './readInWorker.ts';

/** Rows per message, which the main thread processes in milliseconds. */
const ROWS_A_PIECE = 100;

/** Reads the file, then sends its rows, one piece per request. */
async function answer(port: NonNullable<typeof parentPort>): Promise<void> {
  const { bytes, columns } = taskOf(workerData);
  const send = (piece: Piece) => port.postMessage(piece);
  let rows: SheetRow[];
  try {
    rows = await readSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), columns);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return send({ refused: error.fields });
  }
  let sent = 0;
  const sendNext = () => {
    send({ rows: rows.slice(sent, sent + ROWS_A_PIECE) });
    sent += ROWS_A_PIECE;
  };
  port.on('message', sendNext);
  sendNext();
}

/** Checked without Zod, because loading it takes 40 % of the time that the worker needs for a typical file. */
function taskOf(data: unknown): WorkerTask {
  if (!isTask(data)) throw new TypeError('unreachable: the worker is started with a file and its columns');
  return data;
}

const isTask = (data: unknown): data is WorkerTask =>
  typeof data === 'object' &&
  data !== null &&
  'bytes' in data &&
  data.bytes instanceof Uint8Array &&
  'columns' in data &&
  data.columns instanceof Set;

if (parentPort) await answer(parentPort);

import { parentPort, workerData } from 'node:worker_threads';
import { ValidationError } from '#server/errors.ts';
import { readSheet } from '../readSheet.ts';
import type { ReadFile } from '../Sheet.ts';
import type { Piece, WorkerTask } from './readInWorker.ts';

/** Rows per message, which the main thread processes in milliseconds. */
const ROWS_A_PIECE = 100;

/** Reads the file, then sends how it was read and its rows, one piece per request. */
async function answer(port: NonNullable<typeof parentPort>): Promise<void> {
  const { bytes, options } = taskOf(workerData);
  const send = (piece: Piece) => port.postMessage(piece);
  let file: ReadFile;
  try {
    file = await readSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return send({ refused: error.fields });
  }
  if ('choices' in file) return send(file);
  const { rows, reading } = file;
  let sent = 0;
  const sendNext = () => {
    send({ rows: rows.slice(sent, sent + ROWS_A_PIECE), reading });
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
  'options' in data &&
  typeof data.options === 'object' &&
  data.options !== null &&
  'table' in data.options &&
  typeof data.options.table === 'object';

if (parentPort) await answer(parentPort);

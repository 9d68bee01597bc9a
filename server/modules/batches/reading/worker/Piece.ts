import { z } from 'zod';

/** What the worker is given. */
export interface WorkerTask {
  bytes: Uint8Array;
  /** What columns may be called that are kept, as `plainName` gives it. */
  columns: ReadonlySet<string>;
}

const cellSchema = z.object({
  text: z.string(),
  flaw: z.enum(['formula', 'digits_lost', 'not_plain', 'cell_error']).nullable(),
});
const messageSchema = z.object({
  key: z.string(),
  args: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
/** What the worker answers with each time it is asked for more: rows, none of them at the end, or a refusal. */
export const pieceSchema = z.union([
  z.object({ rows: z.array(z.object({ line: z.int(), cells: z.array(cellSchema).readonly() })) }),
  z.object({ refused: z.record(z.string(), messageSchema) }),
]);
export type Piece = z.input<typeof pieceSchema>;

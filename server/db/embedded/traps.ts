import type { PGlite } from '@electric-sql/pglite';

/** What PGlite throws itself, as an exit status, where PostgreSQL jumps out of a failed statement: that is no trap. */
const LONG_JUMP = 100;

/**
 * Makes the WebAssembly machine stop where it breaks. PGlite swallows what comes out of it (a stack overflow in
 * nested JSON of 200,000 levels, a PANIC of PostgreSQL): the statement then passes for a success without rows, and
 * those after it run on memory that was left in the middle of something, up to the end of the process.
 * From the first trap on nothing is executed any more, and every call throws.
 * @returns what the machine broke on; null while it is whole
 */
export function stopAtTraps({ Module: machine }: PGlite): () => Error | null {
  let trap: Error | null = null;
  const { _PostgresMainLoopOnce: execute, stackRestore } = machine;
  machine._PostgresMainLoopOnce = () => {
    if (trap !== null) throw trap;
    try {
      execute();
    } catch (error) {
      if (!isLongJump(error)) trap = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  };
  // PGlite calls this right after it caught something.
  machine.stackRestore = (pointer) => {
    if (trap !== null) throw trap;
    return stackRestore(pointer);
  };
  return () => trap;
}

function isLongJump(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === LONG_JUMP;
}

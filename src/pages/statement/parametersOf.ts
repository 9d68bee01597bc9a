import type { StatementQuery } from '#shared/contract/statements.ts';

/** A query as an address has it. */
export function parametersOf({ from, to, currency }: StatementQuery): Record<string, string> {
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(currency !== undefined && { currency }),
  };
}

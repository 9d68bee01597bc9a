import { describe, it } from 'vitest';

/** A case that the declaration gives rise to, or none at all: there is nothing to skip. */
export function itIf(applies: boolean, name: string, test: () => Promise<void>): void {
  if (applies) it(name, test);
}

export function describeIf(applies: boolean, name: string, cases: () => void): void {
  if (applies) describe(name, cases);
}

import { describe } from 'vitest';
import type { Resource } from '#shared/declaration/resource.ts';
import { accessCases } from './accessCases.ts';
import type { DeclaredServer } from './DeclaredServer.ts';
import { readingCases } from './readingCases.ts';
import type { Samples } from './sampleValue.ts';
import { writingCases } from './writingCases.ts';

export interface DeclaredOptions {
  /** Whether another tenant may have records of its own; not for what only the platform has. */
  hasStranger: boolean;
  /** Values to write to fields of which the declaration alone does not say what fits, by source. */
  samples?: Samples;
  /** Fields whose filter means more to the server than the declaration says: tests of their own hold what. */
  filtersElsewhere?: readonly string[];
}

/**
 * Cases that follow from a declaration alone, over a server that has some records of it: lists, filters, sorts, search,
 * sums, rights and writes do what the file says.
 * @param server is asked for when a case runs
 */
export function declaredContract(
  resource: Resource,
  server: () => DeclaredServer,
  { hasStranger, samples = {}, filtersElsewhere = [] }: DeclaredOptions,
): void {
  describe.each([resource.name])('%s', () => {
    readingCases(resource, server, filtersElsewhere);
    accessCases(resource, server, hasStranger);
    writingCases(resource, server, samples);
  });
}

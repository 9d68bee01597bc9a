import { describe } from 'vitest';
import type { Resource } from '@merchant-console/declaration';
import { accessCases } from './accessCases.ts';
import type { DeclaredServer } from './DeclaredServer.ts';
import { readingCases } from './readingCases.ts';
import type { Samples } from './sampleValue.ts';
import { writingCases } from './writingCases.ts';

export interface DeclaredOptions {
  /** True if another tenant can have records of the resource; false if only the platform has them. */
  hasStranger: boolean;
  /** Valid values, by source, of fields whose declaration alone doesn't determine them. */
  samples?: Samples;
  /** Fields whose filter the server interprets in its own way, which separate tests cover. */
  filtersElsewhere?: readonly string[];
}

/**
 * Declares the cases that follow from a declaration alone, over a server with some records: lists, filters, sorts,
 * search, sums, rights and writes.
 * @param server called when a case runs
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

import type { Resource } from '@merchant-console/declaration';
import type { Condition } from '#server/resources/compileFilter.ts';
import type { RecordSource } from '#server/resources/RecordSource.ts';
import type { WatchedReads } from '#tests/support/watchReads.ts';
import { usesOf, type Relation } from './usesOf.ts';

/**
 * Finds the filters and sorts that scan all records of a list, as pointers such as `/fields/3/filter`. A scan reads at
 * least half of the pages needed to count the records in the smallest index. A list counts its records independently of
 * its order, so for a sort only the reading of the page counts.
 * @param source reads through `watched`
 * @param everything conditions that all records satisfy, for a list that is otherwise counted without reading them
 * @param spare pages that a query may read in addition, such as an index look-up for each merchant and row of a page
 */
export async function scanning(
  resource: Resource,
  {
    source,
    watched,
    relation,
    everything = [],
    spare = 0,
  }: {
    source: RecordSource;
    watched: WatchedReads;
    relation: Relation;
    everything?: Condition[] | undefined;
    spare?: number;
  },
): Promise<{ all: string[]; scanning: string[] }> {
  // Warms caches, which are not part of a list's cost.
  await source.summary(relation.merchantId, everything);
  await watched.pagesRead();
  await source.summary(relation.merchantId, everything);
  const whole = Math.min(...(await watched.pagesRead()));
  const uses = await usesOf(resource, relation);
  const found = new Set<string>();
  const all = new Set<string>();
  for (const { field, key, query } of uses) {
    await source.list(relation.merchantId, query);
    const pages = await watched.pagesRead();
    const counted = key === 'sortable' ? pages.slice(-1) : pages;
    const pointer = `/fields/${resource.fields.indexOf(field)}/${key}`;
    all.add(pointer);
    if (Math.max(...counted) - spare >= whole / 2) found.add(pointer);
  }
  return { all: [...all], scanning: [...found] };
}

import type { Resource } from '#shared/declaration/resource.ts';
import type { RecordSource } from '#server/resources/RecordSource.ts';
import type { WatchedReads } from '#tests/support/watchReads.ts';
import { usesOf, type Relation } from './usesOf.ts';

/**
 * What reads all records of a list, as `/fields/3/filter`: at least half of the pages that it takes to count them in the
 * smallest index. A list counts its records whatever it is sorted by, so of a sort only the page counts.
 *
 * @param source reads through `watched`
 * @param spare pages that a query may read besides, such as one look-up in an index for each merchant and row of a page
 */
export async function scanning(
  resource: Resource,
  {
    source,
    watched,
    relation,
    spare = 0,
  }: { source: RecordSource; watched: WatchedReads; relation: Relation; spare?: number },
): Promise<{ all: string[]; scanning: string[] }> {
  // What is read only once is no part of a list.
  await source.summary(relation.merchantId, []);
  await watched.pagesRead();
  await source.summary(relation.merchantId, []);
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

import { GROWING_GROUPS } from '#shared/declaration/keys.ts';
import type { ShowGroup } from '#shared/declaration/resource.ts';

/** The groups of a record page: those that are there with the record, and those that grow later, which come last. */
export function splitGroups(groups: readonly ShowGroup[]): { steady: ShowGroup[]; growing: ShowGroup[] } {
  const grows = ({ component }: ShowGroup) => component !== undefined && GROWING_GROUPS.includes(component);
  return { steady: groups.filter((group) => !grows(group)), growing: groups.filter(grows) };
}

import type { Resource } from '#shared/declaration/resource.ts';
import type { WireRecord } from './RecordSource.ts';
import { withComputed } from './withComputed.ts';

/**
 * A record as somebody sees it: with its computed values, and without the fields that are not theirs to see.
 * @param visible the resource as they know it, see `visibleTo`
 */
export function presentRecord(resource: Resource, visible: Resource, record: WireRecord): WireRecord {
  const whole = withComputed(resource, record);
  if (visible === resource) return whole;
  const shown = new Set(visible.fields.map(({ source }) => source));
  const hidden = new Set(resource.fields.map(({ source }) => source).filter((source) => !shown.has(source)));
  const { id, ...rest } = whole;
  return { id, ...Object.fromEntries(Object.entries(rest).filter(([source]) => !hidden.has(source))) };
}

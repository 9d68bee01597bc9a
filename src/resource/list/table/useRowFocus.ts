import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { Identifier } from 'react-admin';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';

/**
 * Roving tabindex for rows: one row is in the Tab order, and arrow keys move to the others. The state is in the DOM,
 * because re-rendering two rows for each arrow key would be noticeable.
 */
export function useRowFocus(table: RefObject<HTMLElement | null>, records: readonly IdentifiedRecord[] | undefined) {
  const current = useRef<Identifier | null>(null);
  const rows = () => [...(table.current?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])];
  const mark = (index: number) => {
    rows().forEach((row, at) => {
      const tabIndex = at === index ? 0 : -1;
      // Each changed attribute makes the browser recalculate styles.
      if (row.tabIndex !== tabIndex) row.tabIndex = tabIndex;
    });
    current.current = records?.[index]?.id ?? null;
  };

  useLayoutEffect(() => {
    const index = records?.findIndex(({ id }) => id === current.current) ?? -1;
    mark(Math.max(0, index));
    // eslint-disable-next-line react/exhaustive-deps -- it is about new rows only
  }, [records]);

  return {
    mark,
    /** Focuses a row. An index past an end focuses the nearest row. */
    focus(index: number): void {
      const all = rows();
      all[Math.min(Math.max(index, 0), all.length - 1)]?.focus();
    },
  };
}

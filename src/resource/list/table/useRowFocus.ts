import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { Identifier } from 'react-admin';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';

/**
 * One row at a time is a stop of the Tab key, and the arrow keys lead from it to the others. It is kept in the elements
 * themselves: rendering two rows anew for each arrow key would be felt.
 */
export function useRowFocus(table: RefObject<HTMLElement | null>, records: readonly IdentifiedRecord[] | undefined) {
  const current = useRef<Identifier | null>(null);
  const rows = () => [...(table.current?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])];
  const mark = (index: number) => {
    rows().forEach((row, at) => {
      const tabIndex = at === index ? 0 : -1;
      // Each change of an attribute costs a look at the styles.
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
    /** Puts the focus on a row; past an end, on the last one there. */
    focus(index: number): void {
      const all = rows();
      all[Math.min(Math.max(index, 0), all.length - 1)]?.focus();
    },
  };
}

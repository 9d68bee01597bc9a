import type { Column } from './columns.ts';

interface SkeletonRowsProps {
  count: number;
  columns: readonly Column[];
}

/** Stand for rows on their way, at the same height. */
export function SkeletonRows({ count, columns }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {columns.map(({ field, align, slot }) => (
        <td key={field.source} data-align={align} data-slot={slot}>
          <span data-bone>&nbsp;</span>
        </td>
      ))}
    </tr>
  ));
}

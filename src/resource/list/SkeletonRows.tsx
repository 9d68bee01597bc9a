import type { Column } from './columns.ts';
import { hasLead, type TableParts } from './table/TableParts.ts';

interface SkeletonRowsProps {
  count: number;
  columns: readonly Column[];
  parts: TableParts;
}

/** Placeholders of the same height for rows that are loading. */
export function SkeletonRows({ count, columns, parts }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {hasLead(parts) && <td data-part="lead" />}
      {columns.map(({ field, align, slot }) => (
        <td key={field.source} data-align={align} data-slot={slot}>
          <span data-bone>&nbsp;</span>
        </td>
      ))}
      {parts.menu && <td data-part="menu" />}
    </tr>
  ));
}

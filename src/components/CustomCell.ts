import type { ReactNode } from 'react';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FormatContext } from '#console/fieldTypes/FormatContext.ts';

interface CellProps {
  /** As it came over the wire. */
  value: unknown;
  /** What the field's type makes of it: never empty, since a cell without a value is not drawn. */
  text: string;
  field: Field;
  context: FormatContext;
}

/**
 * Draws one value in lists, cards and record pages. It is called for each row and not mounted, because a component per
 * cell is what makes a list slow: what needs hooks is a component that it returns.
 */
export type CustomCell = (cell: CellProps) => ReactNode;

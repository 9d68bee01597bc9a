import { Children, isValidElement, type ReactNode } from 'react';

interface ColumnProps {
  /** Source of a declared field. */
  source: string;
}

/**
 * A column of `ColumnList` or `RelatedRecords`. Left out if the user may not see the field. In a list, users can add and
 * reorder columns.
 */
export function Column(_: ColumnProps): null {
  return null;
}

/** Sources of the `Column` elements among `children`. */
export function columnsIn(children: ReactNode): string[] {
  return Children.toArray(children).flatMap((child) =>
    isValidElement<ColumnProps>(child) && child.type === Column ? [child.props.source] : [],
  );
}

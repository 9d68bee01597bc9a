/** What a table has besides its columns. */
export interface TableParts {
  /** Rows can be selected. */
  select: boolean;
  /** Rows have more to show below them. */
  expand: boolean;
  /** Rows have a menu of what can be done with them. */
  menu: boolean;
}

/** Columns before those of the declaration. */
export function hasLead({ select, expand }: TableParts): boolean {
  return select || expand;
}

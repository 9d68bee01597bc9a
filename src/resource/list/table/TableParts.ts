/** Parts of a table besides its columns. */
export interface TableParts {
  /** True if rows can be selected. */
  select: boolean;
  /** True if rows can be expanded. */
  expand: boolean;
  /** True if rows have a menu of actions. */
  menu: boolean;
}

/** True if there is a column before the declared ones. */
export function hasLead({ select, expand }: TableParts): boolean {
  return select || expand;
}

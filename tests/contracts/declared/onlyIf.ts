/**
 * The name of a case for `it.each` and `describe.each`, or none if the case doesn't apply to the declaration, so that
 * nothing is reported as skipped.
 */
export const onlyIf = (applies: boolean, name: string): string[] => (applies ? [name] : []);

/**
 * The name of a case that a declaration gives rise to, for `it.each` and `describe.each`; none where it does not apply, so
 * that nothing is skipped.
 */
export const onlyIf = (applies: boolean, name: string): string[] => (applies ? [name] : []);

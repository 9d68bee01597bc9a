/** There is no declaration of this name. */
export class UnknownDeclarationError extends Error {
  constructor(name: string) {
    super(`There is no declaration of "${name}"`);
    this.name = 'UnknownDeclarationError';
  }
}

/** What is wrong in a declaration; `place` is a path such as `fields.3.type`, '' for the file as a whole. */
export interface DeclarationIssue {
  place: string;
  message: string;
}

/** A declaration that is not JSON, breaks the format or names what it does not declare. */
export class InvalidDeclarationError extends Error {
  readonly issues: readonly DeclarationIssue[];

  constructor(name: string, issues: readonly DeclarationIssue[]) {
    super(`The declaration of "${name}" is not valid`);
    this.name = 'InvalidDeclarationError';
    this.issues = issues;
  }
}

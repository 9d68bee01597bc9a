import type { Problem } from '#shared/declaration/check/Problem.ts';

/** Thrown if there is no declaration of this name. */
export class UnknownDeclarationError extends Error {
  constructor(name: string) {
    super(`There is no declaration of "${name}"`);
    this.name = 'UnknownDeclarationError';
  }
}

/** Thrown if the checker rejects a declaration. */
export class InvalidDeclarationError extends Error {
  readonly problems: readonly Problem[];

  constructor(name: string, problems: readonly Problem[]) {
    super(`The declaration of "${name}" is not valid`);
    this.name = 'InvalidDeclarationError';
    this.problems = problems;
  }
}

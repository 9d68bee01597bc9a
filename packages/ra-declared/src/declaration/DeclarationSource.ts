import { createContext, useContext } from 'react';
import type { Components } from '@merchant-console/declaration';
import type { Problem } from '@merchant-console/declaration/check';

/** A declaration as its source returns it. */
export interface DeclarationText {
  text: string;
  /** True if the server has checked it and found no problems. */
  isGood: boolean;
  /** Loads the components that declarations may name. Names of others aren't checked without. */
  loadComponents?: () => Promise<Components>;
}

/**
 * Fetches the text of a declaration.
 *
 * @throws UnknownDeclarationError if there is none
 * @throws ApiError if it can't be fetched
 */
export type DeclarationSource = (name: string, signal: AbortSignal) => Promise<DeclarationText>;

/** Query key of the normalised declaration of a resource. */
export const declarationKey = (name: string) => ['declaration', name] as const;

const SourceContext = createContext<DeclarationSource | null>(null);
/** Provides the source from which `useDeclaration` fetches declarations. */
export const DeclarationSourceProvider = SourceContext.Provider;

/** @throws Error outside `DeclarationSourceProvider` */
export function useDeclarationSource(): DeclarationSource {
  const source = useContext(SourceContext);
  if (!source) throw new Error('Declared pages need a DeclarationSourceProvider above them');
  return source;
}

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

import { checkDeclarations } from '#shared/declaration/check/checkDeclarations.ts';
import type { DeclarationFile } from '#shared/declaration/check/checkDeclarations.ts';
import { problemText } from '#shared/declaration/check/problemText.ts';
import type { Translate } from '#shared/i18n/translator.ts';

/** The user's answers about one field. */
export interface DraftField {
  source: string;
  type: string;
  required?: true;
  reference?: string;
  choices?: { id: string }[];
  filter?: string;
}

/** A declaration under construction. */
export interface Draft {
  name: string;
  fields: readonly DraftField[];
}

export function declarationOf({ name, fields }: Draft): Record<string, unknown> {
  return { $schema: './resource.schema.json', version: 1, name, storage: 'table', fields };
}

/** Returns why the value at `pointer` of a draft is invalid, or null if it is valid. */
export type Refuse = (draft: Draft, pointer: string) => string | null;

/**
 * Uses the declaration checker, so that every accepted answer passes `resources check` (possibly with warnings).
 * @param others the existing declarations
 */
export function createRefuse(others: readonly DeclarationFile[], translate: Translate): Refuse {
  return (draft, pointer) => {
    const file = `${draft.name}.json`;
    const { problems } = checkDeclarations([...others, { file, text: JSON.stringify(declarationOf(draft)) }]);
    const problem = problems
      .filter((one) => one.severity === 'error' && one.file === file)
      .find((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));
    return problem ? problemText(problem, translate) : null;
  };
}

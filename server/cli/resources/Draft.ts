import { checkDeclarations } from '#shared/declaration/check/checkDeclarations.ts';
import type { DeclarationFile } from '#shared/declaration/check/checkDeclarations.ts';
import { problemText } from '#shared/declaration/check/problemText.ts';
import type { Translate } from '#shared/i18n/translator.ts';

/** What is asked of a field. */
export interface DraftField {
  source: string;
  type: string;
  required?: true;
  reference?: string;
  choices?: { id: string }[];
  filter?: string;
}

/** A declaration while it is asked for. */
export interface Draft {
  name: string;
  fields: readonly DraftField[];
}

export function declarationOf({ name, fields }: Draft): Record<string, unknown> {
  return { $schema: './resource.schema.json', version: 1, name, storage: 'table', fields };
}

/** Gives the reason why the part of a draft at `pointer` is wrong; null when it is right. */
export type Refuse = (draft: Draft, pointer: string) => string | null;

/** The checker's own reasons, so that whatever passes here passes there, if with a warning. @param others the files that are there already */
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

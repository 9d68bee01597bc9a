import { placeholdersIn, type Label } from '../../../i18n/label.ts';
import type { ActionDeclaration } from '../../actionSchema.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';

/** Placeholders of all texts. */
const COUNTS = ['count', 'smart_count'];

/** Checks the placeholders in an action's texts. Translation keys contain none. */
export function checkActionTexts({ sources }: Subject, action: ActionDeclaration, path: Path): Finding[] {
  const { confirm, submit, success, scope = 'row' } = action;
  const options = scope === 'row' ? ['record', ...COUNTS, ...sources] : COUNTS;
  const { title, text } = typeof confirm === 'object' ? confirm : {};
  const texts = [
    ...textsOf(title, [...path, 'confirm', 'title']),
    ...textsOf(text, [...path, 'confirm', 'text']),
    ...textsOf(submit, [...path, 'submit']),
    ...textsOf(success, [...path, 'success']),
  ];
  return texts.flatMap(({ words, place }) => {
    const unknown = placeholdersIn(words).filter((placeholder) => !options.includes(placeholder));
    return unknown.map((placeholder) =>
      finding(
        'R178',
        place,
        { placeholder, options: options.join(', ') },
        { suggestion: nearest(placeholder, options) },
      ),
    );
  });
}

function textsOf(label: Label | undefined, place: Path): { words: string; place: Path }[] {
  if (typeof label === 'string') return [{ words: label, place }];
  return Object.entries(label ?? {}).map(([language, words]) => ({ words, place: [...place, language] }));
}

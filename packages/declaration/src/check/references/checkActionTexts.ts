import { placeholdersIn, type Label } from '../../texts/label.ts';
import type { ActionDeclaration } from '../../actionSchema.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';

/** Placeholders of all texts. */
const COUNTS = ['count', 'smart_count'];

/**
 * Checks the placeholders in an action's texts. Translation keys contain none. The submit button may also name amounts
 * of the form.
 */
export function checkActionTexts(subject: Subject, action: ActionDeclaration, path: Path): Finding[] {
  const { confirm, form = [], submit, success, pending, scope = 'row' } = action;
  const options = scope === 'row' ? ['record', ...COUNTS, ...namedInTexts(subject)] : COUNTS;
  const amounts = form.flatMap(({ type, source }) => (type === 'money' ? [source] : []));
  const { title, text } = typeof confirm === 'object' ? confirm : {};
  const texts = [
    ...textsOf(title, [...path, 'confirm', 'title']),
    ...textsOf(text, [...path, 'confirm', 'text']),
    ...textsOf(submit, [...path, 'submit'], amounts),
    ...textsOf(success, [...path, 'success']),
    ...textsOf(pending, [...path, 'pending']),
  ];
  return checkPlaceholders(texts, options);
}

/** Sources of the fields whose values texts may contain. Groups are too long for a sentence. */
export function namedInTexts({ sources, fields }: Subject): readonly string[] {
  return sources.filter((source) => fields.get(source)?.type !== 'group');
}

/** @param options placeholders of all texts */
export function checkPlaceholders(texts: readonly Text[], options: readonly string[]): Finding[] {
  return texts.flatMap(({ words, place, more }) => {
    const unknown = placeholdersIn(words).filter((placeholder) => ![...options, ...more].includes(placeholder));
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

interface Text {
  words: string;
  place: Path;
  /** Further placeholders of this text. */
  more: readonly string[];
}

export function textsOf(label: Label | undefined, place: Path, more: readonly string[] = []): Text[] {
  if (typeof label === 'string') return [{ words: label, place, more }];
  return Object.entries(label ?? {}).map(([language, words]) => ({ words, place: [...place, language], more }));
}

import type { Messages } from '../../texts/translator.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/** Words separated by dots, without spaces: neither a sentence nor an abbreviation. */
const TRANSLATION_KEY = /^[a-z][A-Za-z0-9_]+(?:\.[A-Za-z0-9_]{2,})+$/;
const LABELS = ['label', 'help', 'name', 'title', 'text', 'success', 'pending', 'confirm', 'submit'];

/** R213: a label that is a translation key must have a text in each language. */
export function checkLabels({ subject }: Member, { environment: { texts } }: DeclarationSet): Finding[] {
  if (!texts) return [];
  return labelsOf(subject.declaration, []).flatMap(({ key, path }) => {
    const lacking = Object.entries(texts).flatMap(([language, messages]) => (hasText(messages, key) ? [] : [language]));
    if (lacking.length === 0) return [];
    const suggestion = nearest(key, siblingsOf(texts.en, key));
    return [finding('R213', path, { key, languages: lacking.join(', ') }, { suggestion })];
  });
}

function labelsOf(value: unknown, path: Path): { key: string; path: Path }[] {
  if (typeof value === 'string') {
    const name = path.findLast((step) => typeof step === 'string');
    const isLabel = path.length > 1 ? LABELS.includes(String(name)) : name === 'label';
    return isLabel && TRANSLATION_KEY.test(value) ? [{ key: value, path }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((one: unknown, at) => labelsOf(one, [...path, at]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => labelsOf(one, [...path, key]));
}

function hasText(messages: Messages, key: string): boolean {
  return typeof textAt(messages, key.split('.')) === 'string';
}

function textAt(messages: Messages, [part, ...rest]: readonly string[]): Messages | string | undefined {
  const inner = part === undefined || !Object.hasOwn(messages, part) ? undefined : messages[part];
  return rest.length === 0 || typeof inner !== 'object' ? (rest.length === 0 ? inner : undefined) : textAt(inner, rest);
}

/** Keys that differ only in their last part. */
function siblingsOf(messages: Messages, key: string): string[] {
  const parts = key.split('.').slice(0, -1);
  const around = textAt(messages, parts);
  return typeof around === 'object' ? Object.keys(around).map((last) => [...parts, last].join('.')) : [];
}

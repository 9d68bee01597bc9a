import { getNodeValue, type JSONPath } from 'jsonc-parser';
import { labelSchema } from '@merchant-console/declaration';
import type { Language } from '@merchant-console/declaration/languages';
import { nodeIn, setValue } from './textEdits.ts';

type Texts = Partial<Record<Language, string>>;

/** The texts of a label, by language. A label for all languages counts as English. */
export function labelTexts(text: string, path: JSONPath): Texts {
  const node = nodeIn(text, path);
  const { data = {} } = labelSchema.safeParse(node && getNodeValue(node));
  return typeof data === 'string' ? { en: data } : data;
}

/** Sets the text of a label in one language. An empty one is removed, and so is a label without texts. */
export function setLabelText(text: string, path: JSONPath, language: Language, value: string): string {
  const { [language]: _, ...others } = labelTexts(text, path);
  const isObject = nodeIn(text, path)?.type === 'object';
  if (value === '' && Object.keys(others).length === 0) return setValue(text, path, undefined);
  if (isObject) return setValue(text, [...path, language], value === '' ? undefined : value);
  return setValue(text, path, value === '' ? others : { ...others, [language]: value });
}

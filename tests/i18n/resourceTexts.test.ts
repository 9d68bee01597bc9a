import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import {
  declarationSchema,
  ICON_NAMES,
  type Field,
  toResource,
  type Resource,
  type Label,
} from '@merchant-console/declaration';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { flatTexts } from './flatTexts.ts';

const resources = readdirSync('resources').map((file) =>
  toResource(declarationSchema.parse(JSON.parse(readFileSync(`resources/${file}`, 'utf8')))),
);

/** A text under any one of these keys is enough. */
type Wanted = readonly string[];

/** A label written in the declaration needs every language; one that is a key needs its text. */
function labelKeys(label: Label | null | undefined): Wanted[] {
  if (label === null || label === undefined) return [];
  return typeof label === 'string' ? [[label]] : LANGUAGES.map((language) => (label[language] ? [] : [language]));
}

function fieldKeys(resource: string, field: Field): Wanted[] {
  const { source, label, help } = field;
  const choices = field.type === 'enum' ? field.choices : [];
  return [
    ...(label === undefined ? [[`resources.${resource}.fields.${source}`, `fields.${source}`]] : labelKeys(label)),
    ...labelKeys(help),
    ...choices.flatMap(({ id, name }) =>
      name === undefined
        ? [[`resources.${resource}.choices.${source}.${id}`, `choices.${source}.${id}`]]
        : labelKeys(name),
    ),
  ];
}

function keysOf({ name, label, fields, form, show, actions }: Resource): Wanted[] {
  const labels = [label, ...form.groups.map((group) => group.label), ...show.groups.map((group) => group.label)];
  return [
    ...[...labels, ...show.related.map((related) => related.label)].flatMap(labelKeys),
    ...fields.flatMap((field) => fieldKeys(name, field)),
    ...actions.flatMap((action) => [...labelKeys(action.label), ...action.form.flatMap((one) => fieldKeys(name, one))]),
  ].filter((keys) => keys.length > 0);
}

describe.each(LANGUAGES)('the texts of the shipped resources in %s', (language) => {
  it.each(resources.map((resource) => [resource.name, resource] as const))(
    'are complete for %s',
    async (_, resource) => {
      const texts = flatTexts(await loadMessages(language));
      const missing = keysOf(resource).filter((keys) => !keys.some((key) => texts.has(key)));
      expect(missing).toEqual([]);
    },
  );
});

it('no action of a shipped resource borrows a label: a history would call what happened like the button', () => {
  const own = ({ name, actions }: Resource) =>
    actions.filter(({ key, label }) => label !== `resources.${name}.actions.${key}`).map(({ key }) => `${name}.${key}`);
  expect(resources.flatMap(own)).toEqual([]);
});

describe('the icons available for a menu entry', () => {
  it('are complete', () => {
    const field = resources.find(({ name }) => name === 'menus')?.fields.find(({ source }) => source === 'icon');
    expect(field?.type === 'enum' && field.choices.map(({ id }) => id)).toEqual([...ICON_NAMES]);
  });
});

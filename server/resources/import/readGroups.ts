import type { Group, GroupField } from '@merchant-console/declaration';
import { plainName } from '#server/sheets/Sheet.ts';
import { sourcesByName } from './fieldNames.ts';
import type { CellContext, ReadValue } from './CellContext.ts';

/** `Kind: Work`, and what ends it. A text in quotation marks may contain everything, and its own marks twice. */
const PART =
  /(?:[ \t]*"((?:[^"]|"")+)"[ \t]*|([^":;\r\n]+)):(?:[ \t]*"((?:[^"]|"")*)"[ \t]*|([^";\r\n]*))(;|[\r\n]+|$)/y;

const unquoted = (text: string | undefined) => text?.replaceAll('""', '"');

interface WrittenPart {
  name: string;
  text: string;
}

/** The groups that a text names, or null if it can't be read for certain. */
function writtenGroups(text: string): WrittenPart[][] | null {
  const groups: WrittenPart[][] = [];
  let isNew = true;
  for (let at = 0; at < text.length;) {
    PART.lastIndex = at;
    const found = PART.exec(text);
    if (!found) return null;
    const [whole, quotedName, name = '', quoted, plain = '', end] = found;
    const part = { name: unquoted(quotedName) ?? name, text: unquoted(quoted) ?? plain.trim() };
    if (isNew) groups.push([part]);
    else groups.at(-1)?.push(part);
    isNew = end !== ';';
    at += whole.length;
  }
  return isNew ? groups : null;
}

/** Reads groups as exports write them: each in its line, as `Address: anna@example.com; Kind: Work`. */
export function readGroups(
  field: GroupField,
  text: string,
  context: CellContext,
  readPart: (part: GroupField['fields'][number], text: string, context: CellContext) => ReadValue,
): ReadValue {
  const sources = sourcesByName(context.resource, field.fields, context.translators);
  const sample = field.fields.map(({ source }) => `${source}: …`).join('; ');
  const unclear: ReadValue = { problem: { key: 'import_groups', args: { sample } } };
  const written = writtenGroups(text.trim());
  if (!written) return unclear;
  const groups: Group[] = [];
  for (const [at, parts] of written.entries()) {
    const group: Record<string, unknown> = {};
    for (const { name, text: value } of parts) {
      const part = field.fields.find(({ source }) => source === sources.get(plainName(name)));
      if (!part || Object.hasOwn(group, part.source)) return unclear;
      const read = readPart(part, value, context);
      if ('problem' in read) return { ...read, at: `${at}.${part.source}` };
      group[part.source] = read.value;
    }
    groups.push(group);
  }
  return { value: groups };
}

import { parseSync, Visitor } from 'vite';

/** Start of a statement, or of a fragment, that is SQL without being tagged `sql`…``: lower case, unlike a sentence. */
const BEGINS =
  /^\s*(select|insert into|on conflict|update|delete from|with|merge into|create|alter|drop|comment on|grant|revoke|set|lock table|listen|notify|vacuum|analyze|explain|truncate|copy|do|declare|savepoint|prepare transaction|repeatable read|serializable)\b/;

/**
 * The SQL in a file: statements and fragments without comments, each on one line, with "value" instead of parameters.
 * Includes method calls as `.name(`, because Kysely's builder also generates SQL.
 */
export function sqlIn(file: string, text: string): string[] {
  return file.endsWith('.sql') ? statements(text) : sqlOfTypeScript(file, text);
}

function sqlOfTypeScript(file: string, text: string): string[] {
  const found: string[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') found.push(...statements(textOf(quasi)));
    },
    TemplateLiteral(template) {
      if (BEGINS.test(textOf(template))) found.push(...statements(textOf(template)));
    },
    Literal({ value }) {
      if (typeof value === 'string' && BEGINS.test(value)) found.push(...statements(value));
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      found.push(`.${callee.property.name}(`);
    },
  }).visit(parseSync(file, text).program);
  return found;
}

function textOf({ quasis }: { quasis: readonly { value: { cooked: string | null } }[] }): string {
  return quasis.map(({ value }) => value.cooked ?? '').join('value');
}

function statements(text: string): string[] {
  const pieces = text.replaceAll(/--[^\n]*/g, '').split(';');
  return pieces.map((piece) => piece.replaceAll(/\s+/g, ' ').trim()).filter((piece) => piece !== '');
}

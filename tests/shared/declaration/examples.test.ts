import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checkDeclarations } from '@merchant-console/declaration/check';

/** The declarations in a folder. */
function filesIn(folder: string) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));
}

it.each([
  ['crm', ['companies', 'contacts', 'deals', 'follow_ups', 'sales', 'tags']],
  ['help-desk', ['tickets', 'ticket_messages', 'teams', 'team_members']],
  ['invoicing', ['customers', 'products', 'invoices', 'invoice_lines']],
])('the declarations of %s have no problems beside those of the product', (folder, names) => {
  const examples = filesIn(`examples/${folder}`);
  const { problems, resources } = checkDeclarations([...filesIn('resources'), ...examples]);
  expect(problems.filter(({ file }) => examples.some((one) => one.file === file))).toEqual([]);
  expect([...resources.keys()]).toEqual(expect.arrayContaining(names));
});

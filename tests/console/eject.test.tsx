import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ownFiles } from '#console/app/namedComponents.tsx';
import { eject } from '#server/cli/resources/ejectResource.ts';
import { checkDeclaration } from '@merchant-console/declaration/check';
import { type Field, toResource } from '@merchant-console/declaration';
import { OPERATIONS } from '@merchant-console/protocol';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const RESOURCES = ['orders', 'bankcards', 'payment_requests'];
const WITH_FORM = ['bankcards'];
const user = quickUser();

/** A folder of the project, so that its files are compiled and loaded like the console's. */
let folder = '';
beforeAll(async () => {
  await mkdir('.cache/tests', { recursive: true });
  folder = await mkdtemp(path.resolve('.cache/tests/ejected-'));
  for (const name of RESOURCES) await writeFile(path.join(folder, `${name}.tsx`), eject(await declarationOf(name)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function declarationOf(name: string) {
  const file = `${name}.json`;
  const { subject } = checkDeclaration(file, await readFile(path.join('resources', file), 'utf8'));
  if (!subject) throw new Error(`${file} is no declaration`);
  return subject.declaration;
}

/** A value for `field`, different in each record. */
function valueOf(field: Field, number: number): unknown {
  switch (field.type) {
    case 'enum':
      return field.choices[(number - 1) % field.choices.length]?.id;
    case 'money':
      return String(1000 * number);
    case 'integer':
    case 'rate':
      return number;
    case 'boolean':
      return number % 2 === 0;
    case 'date':
      return `2026-03-0${number}`;
    case 'datetime':
      return `2026-03-0${number}T18:59:59.000Z`;
    default:
      return field.source === 'currency' ? 'CNY' : `${field.source} ${number}`;
  }
}

/** Opens a page of a resource, as declared or from the ejected file. */
async function open(name: string, address: string, isEjected: boolean) {
  cleanup();
  const resource = toResource(await declarationOf(name));
  const records = [1, 2, 3].map((number) => ({
    ...Object.fromEntries(resource.fields.map((field) => [field.source, valueOf(field, number)])),
    id: `r${number}`,
    revision: 1,
    notify_status: 'none',
  }));
  const keys = [...OPERATIONS, ...resource.actions.map(({ permission }) => permission)];
  const { provider } = recordingProvider({ [name]: records, channels: [], users: [], payouts: [] });
  delete ownFiles[`../custom/${name}.tsx`];
  if (isEjected) ownFiles[`../custom/${name}.tsx`] = () => import(/* @vite-ignore */ path.join(folder, `${name}.tsx`));
  const permissions = keys.map((key) => (key.includes('.') ? key : `${name}.${key}`));
  await renderDeclaredPage({ dataProvider: provider, name, permissions, address: LIST_PATH + address });
}

/** All elements and texts of the page, without the IDs that React generates. */
function shown(): string {
  return screen
    .getByRole('main')
    .innerHTML.replaceAll(/_r_\w+_/g, '_')
    .replaceAll('><', '>\n<');
}

/** Name, address below the list's, and a function that waits until the page is rendered. */
type Page = [string, string, () => Promise<unknown>];

const FORMS: readonly Page[] = [
  ['form', '/create', () => screen.findAllByRole('textbox')],
  ['edit form', '/r1', () => screen.findAllByRole('textbox')],
];

describe.each(RESOURCES)('the ejected pages of %s', (name) => {
  const pages: Page[] = [
    ['list', '', () => screen.findAllByRole('row', { name: / 1/ })],
    ['record', '/r1/show', () => screen.findAllByRole('region')],
    ...(WITH_FORM.includes(name) ? FORMS : []),
  ];
  beforeEach(() => {
    localStorage.clear();
    vi.spyOn(document.body, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1440, 900));
  });
  afterAll(() => {
    vi.restoreAllMocks();
    delete ownFiles[`../custom/${name}.tsx`];
  });

  it.each(pages)('show the same %s as the declaration', async (_, address, untilThere) => {
    await open(name, address, false);
    await untilThere();
    // Later, no part is still missing.
    await vi.dynamicImportSettled();
    await waitFor(() => expect(shown()).not.toContain('>…<'));
    const declared = shown();
    await open(name, address, true);
    await untilThere();
    await waitFor(() => expect(shown()).toBe(declared));
  });
});

it('an ejected action shows, warns and submits like the declared one', async () => {
  const dialogs: (string | null)[] = [];
  for (const isEjected of [false, true]) {
    await open('payment_requests', '/r1/show', isEjected);
    await user.click(await screen.findByRole('button', { name: /reject/i }));
    const dialog = await screen.findByRole('dialog');
    // Names of referenced records arrive later.
    await waitFor(() => expect(dialog).not.toHaveTextContent('…'));
    dialogs.push(dialog.textContent);
  }
  delete ownFiles['../custom/payment_requests.tsx'];
  expect(dialogs[0]).toMatch(/reject/i);
  expect(dialogs[1]).toBe(dialogs[0]);
});

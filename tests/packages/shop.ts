import { readFile } from 'node:fs/promises';

/** What an application outside the repository installs besides our packages. */
export const INSTALLED = [
  '@mui/icons-material',
  '@mui/material',
  '@tanstack/react-query',
  '@types/js-cookie',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  '@vitejs/plugin-react',
  'date-fns',
  'fastest-levenshtein',
  'js-cookie',
  'jsonc-parser',
  'markdown-to-jsx',
  'node-polyglot',
  'numeral',
  'ra-data-fakerest',
  'ra-data-simple-rest',
  'ra-i18n-polyglot',
  'ra-language-english',
  'react',
  'react-admin',
  'react-dom',
  'react-error-boundary',
  'react-hook-form',
  'react-router-dom',
  'typescript',
  'uuid',
  'vite',
  'vitest',
  'zod',
];

/** The example of a package's README. */
export async function exampleOf(name: string): Promise<string> {
  const readme = await readFile(`packages/${name}/README.md`, 'utf8');
  const example = /^```tsx?\n(.*?)^```$/ms.exec(readme)?.[1];
  if (example === undefined) throw new Error(`The README of ${name} has no example`);
  return example;
}

/** A declaration whose records the application lists and edits. */
export const books = {
  version: 1,
  name: 'books',
  storage: 'table',
  fields: [
    { source: 'title', type: 'text', required: true, sortable: true },
    { source: 'pages', type: 'integer' },
  ],
};

/** react-admin's own components with their defaults; of its own it has only a login page, with the code. */
const MAIN = `
import { createRoot } from 'react-dom/client';
import {
  Admin, Create, DataTable, Edit, List, NumberInput, Resource, Show, SimpleForm, SimpleShowLayout, TextField, TextInput,
  useLogin,
} from 'react-admin';
import { authProvider, dataProvider } from './providers';

function LoginPage() {
  const login = useLogin();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void login(Object.fromEntries(new FormData(event.currentTarget)));
      }}
    >
      <input name="username" aria-label="Username" />
      <input name="password" type="password" aria-label="Password" />
      <input name="totp_code" aria-label="Code" />
      <button type="submit">Sign in</button>
    </form>
  );
}

const form = (
  <SimpleForm>
    <TextInput source="title" />
    <NumberInput source="pages" />
  </SimpleForm>
);

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <Admin dataProvider={dataProvider} authProvider={authProvider} loginPage={LoginPage} disableTelemetry>
    <Resource
      name="books"
      list={<List><DataTable><DataTable.Col source="title" /><DataTable.NumberCol source="pages" /></DataTable></List>}
      show={<Show><SimpleShowLayout><TextField source="title" /><TextField source="pages" /></SimpleShowLayout></Show>}
      edit={<Edit>{form}</Edit>}
      create={<Create>{form}</Create>}
    />
  </Admin>,
);
`;

/** The pages of the example of ra-declared, in front of a fake of react-admin. */
export const LIBRARY_MAIN = `
import fakeRestProvider from 'ra-data-fakerest';
import { createRoot } from 'react-dom/client';
import { Library } from './library';

const authors = [{ id: 1, name: 'Ada Marsh' }, { id: 2, name: 'Noor Vale' }];
const books = [
  { id: 1, title: 'Harbour Lights', author_id: 1, genre: 'novel', price: '1250' },
  { id: 2, title: 'Salt Songs', author_id: 2, genre: 'poetry', price: '899' },
  { id: 3, title: 'Alder Road', author_id: 2, genre: 'novel', price: '2000' },
];
const loans = [{ id: 1, book_id: 3, due_on: '2026-12-24', is_returned: false }];
const main = createRoot(document.body.appendChild(document.createElement('main')));
main.render(<Library dataProvider={fakeRestProvider({ authors, books, loans })} />);
`;

/** Its files by path. */
export async function shopFiles(): Promise<Record<string, string>> {
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return {
    'package.json': json({ name: 'shop', private: true, type: 'module' }),
    'tsconfig.json': json({
      compilerOptions: {
        target: 'ES2023',
        module: 'ESNext',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        strict: true,
        resolveJsonModule: true,
        noEmit: true,
        skipLibCheck: true,
      },
      include: ['*.ts', '*.tsx'],
    }),
    'vite.config.ts': `import react from '@vitejs/plugin-react';\nexport default { plugins: [react()] };\n`,
    'index.html': '<!doctype html><html lang="en"><body><script type="module" src="/main.tsx"></script></body></html>',
    'main.tsx': MAIN,
    'library.tsx': await exampleOf('ra-declared'),
    'providers.ts': await exampleOf('ra-provider'),
    'protocol.ts': await exampleOf('protocol'),
    'declaration.ts': await exampleOf('declaration'),
  };
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { screen, within } from '@testing-library/react';
import type { RaRecord } from 'react-admin';
import { onTestFinished, vi } from 'vitest';
import type { DeclarationSource } from '../../packages/ra-declared/src/declaration/DeclarationSource.ts';
import { createApi } from '#console/api/createApi.ts';
import { createApiLayer } from './apiLayer.ts';
import { LIST_PATH, renderDeclaredPage } from './declaredPage.tsx';
import { createFakeApi } from './fakeApi.ts';
import { OWNER } from './fakeUsers.ts';
import { createFaultyFetch } from '@merchant-console/ra-provider/contracts';
import { quickUser } from './quickUser.ts';

const ACTIONS = ['disable', 'rename', 'pay', 'ping', 'close', 'statement', 'audit'].map((key) => `suppliers.${key}`);

/** A resource with one action of each kind. */
const declarations: DeclarationSource = async () => ({
  text: await readFile(path.join(import.meta.dirname, 'actionSuppliers.json'), 'utf8'),
  isGood: true,
});

/** IDs of the types that other back ends use. */
export const SUPPLIERS: RaRecord[] = [
  { id: 'a/1', name: 'Acme', status: 'enabled' },
  { id: 'b', name: 'Bolt', status: 'disabled' },
  { id: 'c', name: 'Core', status: 'enabled' },
];

interface ActionPage {
  permissions?: string[];
  /** Appended to the list's address. */
  address?: string;
  /** Answers of `/own-passwords`, for a user who had no payment password at sign-in. */
  ownPasswords?: () => { username: string; has_pay_password: boolean };
}

/**
 * Opens the suppliers' page over the console's own API layer. Returns the requests it sends and ways to make them fail.
 */
export async function openActionPage({ permissions = ACTIONS, address = '', ownPasswords }: ActionPage = {}) {
  // Loaded before the test: on a busy machine the first action's code takes longer than a test waits for a dialog.
  await import('../../packages/ra-declared/src/actions/dialog/ActionDialog.tsx');
  const { fetch, faults, requests } = createFaultyFetch(
    createFakeApi({ users: [OWNER], resources: { suppliers: SUPPLIERS } }),
  );
  const { dataProvider, authProvider } = createApiLayer(fetch);
  await authProvider.login(OWNER);
  // Outside production react-admin logs every failed call.
  const log = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const page = await renderDeclaredPage({
    dataProvider,
    name: 'suppliers',
    address: LIST_PATH + address,
    permissions: ['suppliers.list', 'suppliers.show', ...permissions],
    declarations,
    ...(ownPasswords && {
      lacksPayPassword: true,
      api: createApi('', async () => ({ status: 200, headers: new Headers(), body: '', json: ownPasswords() })),
      findPlace: (name: string) => (name === 'payPassword' ? { basePath: '/own/payPassword', permissions: [] } : null),
    }),
  });
  await screen.findAllByText(/^(Acme|Bolt)$/);
  const user = quickUser();
  const choose = async (name: string, action: string) => {
    await user.click(screen.getByRole('button', { name: `Actions: ${name}` }));
    await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: action }));
  };
  const sent = () => requests.filter(({ method }) => method !== 'GET').slice(1);

  return {
    ...page,
    user,
    faults,
    /** The calls of actions so far. */
    sent,
    bodies: () => Promise.all(sent().map((request): Promise<unknown> => request.clone().json())),
    keys: () => sent().map(({ headers }) => headers.get('Idempotency-Key')),
    /** Number of requests for the list or the record. */
    reads: () => requests.filter(({ method }) => method === 'GET').length,
    /** Opens the menu of a row. */
    async openMenu(name: string) {
      await user.click(screen.getByRole('button', { name: `Actions: ${name}` }));
      return screen.findByRole('menu');
    },
    /** Starts an action of a row and returns its dialog. */
    async begin(name: string, action: string) {
      await choose(name, action);
      return screen.findByRole('dialog');
    },
    /** Starts an action that has no form: its dialog is open only while the call is in progress. */
    choose,
    /** Presses a button of the open dialog. */
    press: async (button: string) =>
      user.click(within(screen.getByRole('dialog')).getByRole('button', { name: button })),
  };
}

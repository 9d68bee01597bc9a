import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createApi } from '#console/api/createApi.ts';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const ENTRY = {
  id: 'm1',
  parent_id: null,
  url_name: '/wallets',
  component_path: null,
  redirect: null,
  title: 'Wallet',
  icon: null,
  position: 0,
  is_hidden: false,
  revision: 1,
};

async function openMenus(permissions: string[]): Promise<void> {
  const json = { entries: [ENTRY], pages: [] };
  await renderDeclaredPage({
    dataProvider: recordingProvider({ menus: [] }).provider,
    name: 'menus',
    permissions,
    api: createApi('', async () => ({ status: 200, headers: new Headers(), body: '', json })),
  });
  await screen.findByText('Wallet');
}

it('offers no menu of actions to users who may only read the menu', async () => {
  await openMenus(['menus.list']);
  expect(screen.queryByRole('button', { name: 'Actions: Wallet' })).not.toBeInTheDocument();
});

it.each(['menus.create', 'menus.edit', 'menus.delete'])('offers one to users with %s', async (permission) => {
  await openMenus(['menus.list', permission]);
  expect(screen.getByRole('button', { name: 'Actions: Wallet' })).toBeInTheDocument();
});

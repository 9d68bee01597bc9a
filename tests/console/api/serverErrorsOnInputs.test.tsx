// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://console.test/" }
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Create, SimpleForm, TextInput } from 'react-admin';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createApiLayer } from '#tests/support/apiLayer.ts';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { createFakeApi } from '#tests/support/fakeApi.ts';
import { OWNER } from '#tests/support/fakeUsers.ts';
import { createFaultyFetch } from '@merchant-console/ra-provider/contracts';

it("the server's message about a field is shown at that field of react-admin's form, and the input is kept", async () => {
  const { fetch, faults } = createFaultyFetch(createFakeApi({ users: [OWNER], resources: { cards: [] } }));
  const { dataProvider, authProvider } = createApiLayer(fetch);
  await authProvider.login(OWNER);
  // Outside production react-admin logs every failed call.
  const log = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const page = (
    <Create resource="cards">
      <SimpleForm>
        <TextInput source="name" label="Holder" />
      </SimpleForm>
    </Create>
  );
  await renderDeclaredPage({ dataProvider, page });
  const holder = await screen.findByRole('textbox', { name: 'Holder' });
  await userEvent.type(holder, 'Zhang San');
  faults.refuse({ status: 422, message: 'Please correct the fields.', errors: { name: 'No such holder' } });
  await userEvent.click(screen.getByRole('button', { name: /save/i }));
  expect(await screen.findByText('No such holder')).toBeTruthy();
  expect(holder).toHaveProperty('value', 'Zhang San');
  expect(holder.getAttribute('aria-invalid')).toBe('true');
});

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toResource } from '@merchant-console/declaration';
import { CreateRecord } from '../../../packages/ra-declared/src/form/CreateRecord.tsx';
import { FormGroup } from '../../../packages/ra-declared/src/form/FormGroup.tsx';
import { createResourceView } from '../../../packages/ra-declared/src/ResourceView.ts';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

it('a form has the groups that are its children, except fields that the user may not see', async () => {
  const permissions = ['towns.list', 'towns.create'];
  const resource = toResource({
    version: 1,
    name: 'towns',
    operations: ['list', 'create'],
    fields: [
      { source: 'name', type: 'text' },
      { source: 'mayor', type: 'text' },
      { source: 'river', type: 'text' },
      { source: 'debts', type: 'text', permission: 'see_debts' },
    ],
  });
  const view = createResourceView(resource, { basePath: LIST_PATH, permissions }, 'Towns');
  const page = (
    <CreateRecord view={view}>
      <FormGroup label="People" fields={['mayor', 'debts']} />
      <FormGroup fields={['name']} />
    </CreateRecord>
  );
  await renderDeclaredPage({ dataProvider: recordingProvider({}).provider, name: 'towns', permissions, page });
  expect(await screen.findByRole('heading', { name: 'People' })).toBeInTheDocument();
  const inputs = screen.getAllByRole('textbox').map((input) => input.getAttribute('name'));
  expect(inputs).toEqual(['mayor', 'name']);
});

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ChoiceFilter } from '../../../packages/ra-declared/src/fields/choice/ChoiceFilter.tsx';
import { FormatContextProvider } from '../../../packages/ra-declared/src/ui/FormatContext.ts';
import type { Filter } from '@merchant-console/protocol';
import type { Field } from '@merchant-console/declaration';
import { formatContext } from '#tests/support/formatContext.ts';
import { quickUser } from '#tests/support/quickUser.ts';

const status: Field = { source: 'status', type: 'enum', filter: 'in', choices: [{ id: 'failed' }, { id: 'pending' }] };

it('a second choice is added to the first even if the list has not followed yet', async () => {
  const changes: Filter[] = [];
  render(
    <FormatContextProvider value={await formatContext()}>
      <ChoiceFilter field={status} label="Status" filter={{}} summary="" onChange={(filter) => changes.push(filter)} />
    </FormatContextProvider>,
  );
  const user = quickUser();
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Failed' }));
  await user.click(await screen.findByRole('option', { name: 'Pending' }));
  expect(changes).toEqual([{ status: ['failed'] }, { status: ['failed', 'pending'] }]);
});

import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Filter } from '@merchant-console/protocol';
import type { Field } from '@merchant-console/declaration';
import { fieldTypeOf } from '../../../packages/ra-declared/src/fields/fieldTypes.ts';
import { describeFilter } from '../../../packages/ra-declared/src/fields/filters/describeFilter.ts';
import { FormatContextProvider } from '../../../packages/ra-declared/src/ui/FormatContext.ts';
import { formatContext } from '#tests/support/formatContext.ts';
import { quickUser } from '#tests/support/quickUser.ts';

const user = quickUser();

async function openFilter(field: Field) {
  const changes: Filter[] = [];
  const { FilterControl } = fieldTypeOf(field);
  const onChange = (filter: Filter) => void changes.push(filter);
  render(
    <FormatContextProvider value={await formatContext()}>
      <FilterControl field={field} label="Field" filter={{}} summary="" onChange={onChange} />
    </FormatContextProvider>,
  );
  await user.click(screen.getByRole('combobox', { name: 'Field' }));
  return changes;
}

describe('the filter of a day', () => {
  it('takes a range of days unchanged in every time zone', async () => {
    const changes = await openFilter({ source: 'since', type: 'date', filter: 'range' });
    fireEvent.change(await screen.findByLabelText('From date'), { target: { value: '2026-03-01' } });
    fireEvent.change(screen.getByLabelText('To date'), { target: { value: '2026-03-08' } });
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(changes).toEqual([{ since_gte: '2026-03-01', since_lte: '2026-03-08' }]);
  });

  it('takes a single day if the field declares eq', async () => {
    const changes = await openFilter({ source: 'since', type: 'date', filter: 'eq' });
    fireEvent.change(await screen.findByLabelText('Field', { selector: 'input' }), { target: { value: '2026-03-08' } });
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(changes).toEqual([{ since: '2026-03-08' }]);
  });
});

describe('the filter of yes or no', () => {
  const active: Field = { source: 'active', type: 'boolean', filter: 'eq' };

  it('is one of the two, or any', async () => {
    const changes = await openFilter(active);
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Any', 'Yes', 'No']);
    await user.click(screen.getByRole('option', { name: 'No' }));
    expect(changes).toEqual([{ active: 'false' }]);
  });

  it('is described in words', async () => {
    expect(describeFilter({ active: 'false' }, active, await formatContext())).toBe('No');
  });
});

import { act, renderHook } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import type { ReactNode } from 'react';
import { createMemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { parseDeclaration } from '../../../packages/ra-declared/src/declaration/parseDeclaration.ts';
import { useListParams } from '../../../packages/ra-declared/src/list/useListParams.ts';
import { ConsoleRouter } from '#console/ui/router/ConsoleRouter.tsx';

const orders = parseDeclaration('orders', readFileSync('resources/orders.json', 'utf8'));

function listParams() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ConsoleRouter createRouter={(routes) => createMemoryRouter(routes, { initialEntries: ['/orderList?page=3'] })}>
      {children}
    </ConsoleRouter>
  );
  return renderHook(() => useListParams(orders), { wrapper }).result;
}

describe('the parameters of a list', () => {
  it('apply several changes in a row, each on top of the previous', () => {
    const result = listParams();
    const [, actions] = result.current;
    act(() => {
      actions.changeFilter((filter) => ({ ...filter, q: 'C1' }));
      actions.changeFilter((filter) => ({ ...filter, channel_id: 'alipay' }));
      actions.changePage({ perPage: 20 });
    });
    expect(result.current[0]).toMatchObject({ page: 1, perPage: 20, filter: { q: 'C1', channel_id: 'alipay' } });
  });

  it('stay the same objects while they are equal, as do the actions', () => {
    const result = listParams();
    const [before, actions] = result.current;
    act(() => actions.changePage({ page: 4 }));
    const [after, actionsAfter] = result.current;
    expect(after.page).toBe(4);
    expect(after.filter).toBe(before.filter);
    expect(actionsAfter).toBe(actions);
  });
});

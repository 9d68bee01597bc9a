import { act, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, memoryStore, useLogout, useStore } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { preferencesIn } from '#console/app/preferencesIn.ts';
import { PreferencesProvider, usePreference } from '../../../../packages/ra-declared/src/preferences/usePreference.tsx';
import { quickUser } from '#tests/support/quickUser.ts';

const user = quickUser();
const KEY = 'preferences/ana/marks';
const marksSchema = z.array(z.string()).catch([]);
const nothing = async () => {};
const authProvider = {
  login: nothing,
  logout: async () => false as const,
  checkAuth: nothing,
  checkError: nothing,
  getIdentity: async () => ({ id: 'ana' }),
};

/** Renders the preference beside react-admin's hooks. Returns what it was at each rendering with a known user. */
async function openMarks() {
  const shown: string[] = [];
  function Marks() {
    const { value, change, isPending } = usePreference('marks', marksSchema);
    const [stock, setStock] = useStore<string[]>(KEY);
    const [listed, setListed] = useStore('orders.list', 'all');
    const logOut = useLogout();
    if (!isPending) shown.push(value.join());
    const add = (mark: string) => change((marks) => [...marks, mark]);
    return (
      <>
        <p>{`marks: ${value.join()}, in stock: ${stock?.join()}, list: ${listed}`}</p>
        <button type="button" onClick={() => ['a', 'b'].forEach(add)}>
          add
        </button>
        <button type="button" onClick={() => setStock(['s'])}>
          set by useStore
        </button>
        <button type="button" onClick={() => setListed('paid')}>
          filter
        </button>
        <button type="button" onClick={() => void logOut()}>
          sign out
        </button>
      </>
    );
  }
  render(
    <MemoryRouter>
      <CoreAdminContext authProvider={authProvider} store={preferencesIn(localStorage, window)(memoryStore())}>
        <PreferencesProvider>
          <Marks />
        </PreferencesProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  await waitFor(() => expect(shown).not.toEqual([]));
  return shown;
}

const press = (name: string) => user.click(screen.getByRole('button', { name }));
const line = () => screen.getByText(/^marks/).textContent;

describe('a preference', () => {
  it('is the stored one as soon as the user is known', async () => {
    localStorage.setItem(KEY, '["x"]');
    const shown = await openMarks();
    expect(new Set(shown)).toEqual(new Set(['x']));
  });

  it("is changed from the latest value, including another tab's that the browser hasn't reported yet", async () => {
    await openMarks();
    localStorage.setItem(KEY, '["x"]');
    await press('add');
    expect(line()).toMatch(/^marks: x,a,b, in stock: x,a,b,/);
    expect(localStorage.getItem(KEY)).toBe('["x","a","b"]');
  });

  it("follows another tab, and react-admin's useStore", async () => {
    await openMarks();
    localStorage.setItem(KEY, '["x"]');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: '["x"]' })));
    expect(line()).toMatch(/^marks: x, in stock: x,/);
    await press('set by useStore');
    expect(line()).toMatch(/^marks: s, in stock: s,/);
  });

  it('stays when the user signs out, unlike the rest of the store', async () => {
    await openMarks();
    await press('add');
    await press('filter');
    expect(line()).toBe('marks: a,b, in stock: a,b, list: paid');
    await press('sign out');
    await screen.findByText(/list: all$/);
    expect(line()).toBe('marks: a,b, in stock: a,b, list: all');
    expect(Object.entries(localStorage)).toEqual([[KEY, '["a","b"]']]);
  });
});

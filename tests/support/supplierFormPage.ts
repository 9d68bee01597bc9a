import { screen } from '@testing-library/react';
import { LIST_PATH, renderDeclaredPage, shippedDeclarations } from './declaredPage.tsx';
import { channelRecord } from './orderRecords.ts';
import { quickUser } from './quickUser.ts';
import { recordingProvider } from './recordingProvider.ts';
import { declarationsOf, supplierDeclaration, supplierRecord } from './supplierForm.ts';

export const user = quickUser();

export const ALL = ['list', 'show', 'create', 'edit', 'delete'].map((key) => `suppliers.${key}`);

interface OpenForm {
  address: string;
  record?: ReturnType<typeof supplierRecord>;
  declaration?: object;
  permissions?: string[];
}

/** Required fields, without which a form can't be saved. */
export const REQUIRED = ['name', 'account', 'kind', 'active'];
/** The fields that the tests use. Each further input would take time to render. */
const USED = ['name', 'code', 'account', 'email', 'notes', 'days', 'fee', 'rate', 'kind', 'visit_at', 'active'];
const someFields = { form: { groups: [{ fields: [...USED, 'limit', 'score'] }] } };

async function openForm({ address, record = supplierRecord(), declaration = someFields, permissions = ALL }: OpenForm) {
  const merchant = recordingProvider({ suppliers: [record], channels: [channelRecord()] });
  const declarations = declarationsOf([{ ...supplierDeclaration, ...declaration }], shippedDeclarations);
  const page = await renderDeclaredPage({
    dataProvider: merchant.provider,
    name: 'suppliers',
    address,
    permissions,
    declarations,
  });
  await screen.findByRole('button', { name: 'Save' });
  return { ...page, ...merchant, merchant };
}

export const openNew = (options: Omit<OpenForm, 'address'> = {}) =>
  openForm({ address: `${LIST_PATH}/create`, ...options });
export const openEdit = (options: Omit<OpenForm, 'address'> = {}) =>
  openForm({ address: `${LIST_PATH}/supplier-1`, ...options });

export const input = (name: string) => screen.getByRole('textbox', { name });
export const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
export const fill = async (name: string, text: string) => {
  await user.click(input(name));
  await user.paste(text);
};
export const retype = async (name: string, text: string) => {
  await user.clear(input(name));
  await fill(name, text);
};

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Account } from '#shared/contract/account.ts';
import { createApi } from '#console/api/createApi.ts';
import { ChoicesSection } from '#console/features/account/ChoicesSection.tsx';
import { useAccount } from '#console/features/account/useAccount.ts';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const ACCOUNT: Account = {
  username: 'ana',
  real_name: null,
  phone: null,
  email: 'ana@shop.example',
  revision: 1,
  roles: [],
  time_zone: null,
  tenant_time_zone: 'UTC',
  recovery_codes_left: 10,
  notifications: [{ kind: 'statement_ready', is_on: true, is_security: false }],
  statement_mail: { language: null },
};

function Choices() {
  const { data: account } = useAccount();
  return account ? <ChoicesSection account={account} isFixed={false} /> : null;
}

/** Shows the choices of a user. The server answers that the language is Spanish. @returns the changes sent to it */
async function openChoices(change: Partial<Account>): Promise<string[]> {
  const sent: string[] = [];
  let account = { ...ACCOUNT, ...change };
  const api = createApi('', async (url, { method, body } = {}) => {
    if (method === 'PUT' && typeof body === 'string') {
      sent.push(`${url} ${body}`);
      account = { ...account, statement_mail: { language: body.includes('true') ? 'es' : null } };
    }
    return { status: 200, headers: new Headers(), body: '', json: account };
  });
  const { provider } = recordingProvider({ orders: [] });
  await renderDeclaredPage({ dataProvider: provider, page: <Choices />, api });
  await screen.findByRole('switch', { name: 'Monthly statements' });
  return sent;
}

const choice = () => screen.queryByRole('switch', { name: 'Send monthly statements by email' });
const user = quickUser();

describe('the choice of monthly statements by email', () => {
  it('says the address and the language', async () => {
    const sent = await openChoices({});
    expect(choice()).not.toBeChecked();
    expect(choice()).toHaveAccessibleDescription(/^Sent to ana@shop\.example as a PDF file, in the language/);
    await user.click(screen.getByText('Send monthly statements by email'));
    expect(choice()).toBeChecked();
    expect(choice()).toHaveAccessibleDescription('Sent to ana@shop.example as a PDF file, in this language: Español');
    await user.click(screen.getByText('Send monthly statements by email'));
    expect(choice()).not.toBeChecked();
    expect(sent).toEqual(['/own-account/statement-mail {"is_on":true}', '/own-account/statement-mail {"is_on":false}']);
  });

  it('needs an address to be turned on', async () => {
    await openChoices({ email: null });
    expect(choice()).toBeDisabled();
    expect(choice()).toHaveAccessibleDescription('To turn this on, add an email address under Profile.');
  });

  it('can be turned off without an address', async () => {
    await openChoices({ email: null, statement_mail: { language: 'en' } });
    expect(choice()).toBeEnabled();
  });

  it('is missing if the server sends no email or the user may not export statements', async () => {
    await openChoices({ statement_mail: null });
    expect(choice()).toBeNull();
  });
});

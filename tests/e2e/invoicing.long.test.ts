import { describe, expect, it } from 'vitest';
import { openedInvoicing } from './openedInvoicing.ts';

describe('the invoicing example', () => {
  const invoicing = openedInvoicing();
  const { of, save, open, line } = invoicing;

  it('has inputs for the lines near the screen, and for one with a problem', async () => {
    const { world } = invoicing.console;
    const { login_token: token } = await world.signIn('demo');
    const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const answer = await world.call({ method, url: `/prod-api/${path}`, token, ...(payload && { payload }) });
      return answer.json();
    };
    const acme = { name: 'Acme', currency: 'JPY' };
    const { data: customer }: { data: { id: string } } = await ask('POST', 'customers', acme);
    const lines = Array.from({ length: 60 }, (_, at) => ({
      description: `Hour ${at + 1}`,
      quantity: '1',
      unit_price: '100',
      vat_rate: 19,
    }));
    const { data }: { data: { id: string } } = await ask('POST', 'invoices', { customer_id: customer.id, lines });
    await open(`/invoices/${data.id}`);
    await of(1, 'Description').waitFor();
    await line(60).getByText('Hour 60').waitFor();
    expect(await of(60, 'Description').count()).toBe(0);
    await line(30).scrollIntoViewIfNeeded();
    await of(30, 'Description').fill('Hour and a half');
    await line(1).scrollIntoViewIfNeeded();
    await invoicing.page.getByRole('button', { name: 'Remove line 2', exact: true }).click();
    await expect.poll(() => of(29, 'Description').inputValue()).toBe('Hour and a half');

    const refused = {
      code: 42200,
      msg: 'Please correct.',
      data: { error: 'validation', errors: { 'lines.50.description': 'Say more.' } },
    };
    await invoicing.page.route(`**/invoices/${data.id}`, (route) => route.fulfill({ status: 422, json: refused }));
    await save();
    await expect.poll(() => of(51, 'Description').evaluate((one) => one === document.activeElement)).toBe(true);
    await line(51).getByText('Say more.').waitFor();
    await invoicing.page.unroute(`**/invoices/${data.id}`);
    await of(51, 'Description').fill('Hours');
    await save();
    await invoicing.page.getByRole('table', { name: 'Invoice lines' }).waitFor();
    const { data: stored }: { data: { lines: { description: string }[] } } = await ask('GET', `invoices/${data.id}`);
    expect(stored.lines.map(({ description }) => description)).toEqual(
      lines.flatMap(({ description }, at) =>
        at === 1 ? [] : [at === 29 ? 'Hour and a half' : at === 51 ? 'Hours' : description],
      ),
    );
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { invitedPartner } from '../server/modules/powers/invitedPartner.ts';
import { openConsole, type OpenedConsole } from '../support/openedConsole.ts';

const HOUR = 3600;

describe('new and related deciders', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    await invitedPartner(console.world);
  });
  afterAll(() => console.close());

  async function call(token: string, method: 'GET' | 'POST', path: string, payload?: object) {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const asked = { method, url: `/prod-api/${path}`, token, headers };
    const answer = await console.world.call({ ...asked, ...(payload && { payload }) });
    return z.object({ data: z.unknown() }).parse(answer.json()).data;
  }
  /** A payment above the threshold, requested by the first owner. Returns its ID. */
  async function requested(): Promise<string> {
    const { login_token: token } = await console.world.signIn('demo');
    const form = z
      .object({ channels: z.array(z.object({ id: z.string() })), approval_threshold: z.string() })
      .parse(await call(token, 'GET', 'payment-requests/form'));
    const made = await call(token, 'POST', 'payment-requests', {
      ...{ channel_id: form.channels[0]?.id, payee_name: 'Ink', card_number: '6222021234567890', bank_name: 'Bank' },
      amount: (BigInt(form.approval_threshold) + 1n).toString(),
      pay_password: DEMO_PAY_PASSWORD,
    });
    return z.object({ id: z.string() }).parse(made).id;
  }

  it('see from when they can pay instead of the form', async () => {
    const { page, trouble, expectAccessibleInBoth } = await console.open('/payment', { as: 'partner' });
    await page.getByText('You can’t request this yet').waitFor();
    await page.getByText(/You can make requests from 2026-11-21/).waitFor();
    expect(await page.getByRole('button', { name: 'Check the details' }).count()).toBe(0);
    await expectAccessibleInBoth({ withoutShell: true });
    expect(trouble.console).toEqual([]);
  });

  it('see on the user’s record who invited them and from when they may act', async () => {
    const { page } = await console.open('/authuser', { as: 'demo' });
    await page
      .getByRole('link', { name: 'Partner' })
      .or(page.getByText('partner', { exact: true }))
      .first()
      .click();
    await page.getByText('May approve payments from').waitFor();
    await page.getByText('Invited by').waitFor();
  });

  it('see on the request’s page why they can’t approve it, and whom to ask', async () => {
    console.world.clock.advance(48 * HOUR);
    const id = await requested();
    const related = await console.open(`/applypayment/${id}/show`, { as: 'partner' });
    await related.page.getByText(/You can’t approve this.*Ask 周明\./).waitFor();
    await related.page.getByRole('button', { name: 'Reject' }).waitFor();
    expect(await related.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await related.expectAccessibleInBoth({ withoutShell: true });
    const free = await console.open(`/applypayment/${id}/show`, { as: 'checker' });
    await free.page.getByRole('button', { name: 'Approve' }).waitFor();
    await free.page.getByText('Same address').first().waitFor();
  });
});

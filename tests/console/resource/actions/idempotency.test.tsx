import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openActionPage } from '#tests/support/actionPage.tsx';

type Page = Awaited<ReturnType<typeof openActionPage>>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UNKNOWN = 'We couldn’t confirm whether this went through';
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const nameInput = () => screen.getByRole('textbox', { name: /New name/ });

async function rename({ begin, press, user }: Page, name = 'Zenith') {
  await begin('Acme', 'Rename');
  await user.type(nameInput(), name);
  await press('Rename');
}

describe('the idempotency key', () => {
  it('is a UUID, and a new one each time the dialog opens', async () => {
    const page = await openActionPage();
    for (const sent of [1, 2]) {
      await page.choose('Acme', 'Ping');
      await waitFor(() => expect(page.sent()).toHaveLength(sent));
      await noDialog();
    }
    const [first, second] = page.keys();
    expect(first).toMatch(UUID);
    expect(second).toMatch(UUID);
    expect(second).not.toBe(first);
  });

  it("isn't sent for an action that isn't idempotent", async () => {
    const page = await openActionPage();
    await page.begin('Acme', 'Disable');
    await page.press('Disable');
    await noDialog();
    expect(page.keys()).toEqual([null]);
  });

  it.each<[string, (faults: Page['faults']) => void]>([
    ['there is no connection', (faults) => faults.disconnect(2)],
    ['the server fails', (faults) => faults.refuse({ status: 500, message: 'Broken' }, 2)],
    ['a proxy answers with a page of its own', (faults) => faults.garble(2)],
    [
      'the first attempt is still running',
      (faults) => {
        const wait = { code: 40900, msg: 'Wait', data: { error: 'still_running' } };
        faults.answer(409, wait);
        faults.answer(409, wait);
      },
    ],
  ])('is kept, with the values, through all retries while %s', async (_, fail) => {
    const page = await openActionPage();
    fail(page.faults);
    await rename(page);
    expect(await screen.findByText(UNKNOWN)).toBeInTheDocument();
    expect(nameInput()).toBeDisabled();
    await page.press('Try again');
    await screen.findByText(UNKNOWN);
    await page.press('Try again');
    await noDialog();
    expect(await page.bodies()).toEqual([{ name: 'Zenith' }, { name: 'Zenith' }, { name: 'Zenith' }]);
    expect(new Set(page.keys()).size).toBe(1);
  });

  it('is kept after a timeout', async () => {
    const page = await openActionPage();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    page.faults.hang();
    await rename(page);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await screen.findByText(UNKNOWN)).toBeInTheDocument();
    await page.press('Try again');
    await noDialog();
    expect(new Set(page.keys()).size).toBe(1);
  });

  it("is kept once an attempt's outcome is unknown, even if a later attempt is rejected", async () => {
    const page = await openActionPage();
    page.faults.disconnect();
    await rename(page);
    await screen.findByText(UNKNOWN);
    page.faults.refuse({ status: 422, message: 'No', errors: { name: 'Taken already' } });
    await page.press('Try again');
    await screen.findByText('Taken already');
    await page.user.type(nameInput(), '2');
    await page.press('Rename');
    await noDialog();
    expect(await page.bodies()).toEqual([{ name: 'Zenith' }, { name: 'Zenith' }, { name: 'Zenith2' }]);
    expect(new Set(page.keys()).size).toBe(1);
  });
});

describe('while the outcome is unknown', () => {
  it('closing refetches the page', async () => {
    const page = await openActionPage();
    page.faults.disconnect();
    await rename(page);
    await screen.findByText(UNKNOWN);
    const before = page.reads();
    await page.press('Close');
    await noDialog();
    await waitFor(() => expect(page.reads()).toBeGreaterThan(before));
  });

  it("an action that isn't idempotent can't be sent again from the same dialog", async () => {
    const page = await openActionPage();
    page.faults.disconnect();
    await page.begin('Acme', 'Disable');
    await page.press('Disable');
    expect(await screen.findByText(/check the records before you try again/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Disable' })).not.toBeInTheDocument();
  });
});

describe('a running action', () => {
  it("can't be sent a second time or closed", async () => {
    const page = await openActionPage();
    const release = page.faults.hold();
    await page.begin('Acme', 'Rename');
    await page.user.type(nameInput(), 'Zenith');
    const button = screen.getByRole('button', { name: 'Rename' });
    await page.user.dblClick(button);
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveAttribute('aria-busy', 'true'));
    await page.user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    release();
    await noDialog();
    expect(page.sent()).toHaveLength(1);
  });
});

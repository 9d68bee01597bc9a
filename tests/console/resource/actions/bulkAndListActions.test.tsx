import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openActionPage } from '#tests/support/actionPage.tsx';

const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const selected = () => screen.queryByRole('region', { name: 'Selected records' });

async function select(page: Awaited<ReturnType<typeof openActionPage>>, ...names: string[]) {
  for (const name of names) {
    const row = screen.getByRole('row', { name: new RegExp(name) });
    await page.user.click(within(row).getByRole('checkbox'));
  }
}

describe('an action on several records', () => {
  it('is offered once a selected record is in a suitable state', async () => {
    const page = await openActionPage();
    await select(page, 'Bolt');
    expect(screen.queryByRole('button', { name: 'Close them' })).not.toBeInTheDocument();
    await select(page, 'Acme');
    expect(await screen.findByRole('button', { name: 'Close them' })).toBeInTheDocument();
  });

  it('is sent for the records in a suitable state, and says how many are left out', async () => {
    const page = await openActionPage();
    await select(page, 'Acme', 'Bolt', 'Core');
    await page.user.click(await screen.findByRole('button', { name: 'Close them' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(/2 of 3 records/)).toBeInTheDocument();
    page.faults.answer(200, { code: 0, msg: '', data: { done: 2 } });
    await page.press('Close them');
    expect(await screen.findByText('Close them: done for 2 records')).toBeInTheDocument();
    await noDialog();
    expect(page.sent().map(({ url }) => new URL(url).pathname)).toEqual(['/prod-api/suppliers/close']);
    expect(await page.bodies()).toEqual([{ ids: ['a/1', 'c'] }]);
    await waitFor(() => expect(selected()).not.toBeInTheDocument());
  });

  it('keeps the selection when it is rejected', async () => {
    const page = await openActionPage();
    await select(page, 'Acme');
    await page.user.click(await screen.findByRole('button', { name: 'Close them' }));
    await screen.findByRole('dialog');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Close them' })).toBeEnabled());
    page.faults.refuse({ status: 409, message: 'Acme is disabled by now' });
    await page.press('Close them');
    await screen.findByText('Acme is disabled by now');
    await page.press('Cancel');
    await noDialog();
    expect(selected()).toBeInTheDocument();
  });
});

describe('an action of the list', () => {
  it("with a file as its response saves that under the server's name", async () => {
    const saved: { name: string; content: Blob }[] = [];
    let content = new Blob();
    const make = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) content = blob;
      return 'blob:1';
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, content });
    });
    onTestFinished(() => {
      make.mockRestore();
      click.mockRestore();
    });
    const page = await openActionPage();
    page.faults.file('statement-张.csv', 'a,b\n1,2\n');
    await page.user.click(screen.getByRole('button', { name: 'Statement' }));
    expect(await screen.findByText('Done: Statement')).toBeInTheDocument();
    expect(saved.map(({ name }) => name)).toEqual(['statement-张.csv']);
    expect(await saved[0]?.content.text()).toBe('a,b\n1,2\n');
    expect(page.sent()[0]?.method).toBe('POST');
  });
});

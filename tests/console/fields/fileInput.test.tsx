import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import type { FileValue } from '@merchant-console/protocol';
import type { Field } from '@merchant-console/declaration';
import { gate } from '#tests/support/gate.ts';
import { renderInputs } from '#tests/support/inputForm.tsx';

const contract: Field = {
  source: 'contract',
  type: 'file',
  label: 'Contract',
  accept: ['application/pdf'],
  maxSize: 2048,
};
const stored: FileValue = { id: 'f0', name: 'old.pdf', size: 1536, media_type: 'application/pdf' };
const sentFile: FileValue = { id: 'f1', name: 'new.pdf', size: 4, media_type: 'application/pdf' };

const pdf = (size = 4) => new File(['x'.repeat(size)], 'new.pdf', { type: 'application/pdf' });
const chooser = () => screen.getByLabelText('Contract', { selector: 'input' });

describe('a file', () => {
  it('is uploaded when it is chosen, and saved with the record', async () => {
    const uploadFile = vi.fn(async () => sentFile);
    const { user, send } = await renderInputs([contract], { services: { uploadFile } });
    await user.upload(chooser(), pdf());
    expect(await screen.findByText('new.pdf')).toBeInTheDocument();
    expect(uploadFile).toHaveBeenCalledWith('contract', expect.any(File), expect.any(AbortSignal));
    expect(await send()).toEqual({ contract: sentFile });
  });

  it('can be dropped', async () => {
    await renderInputs([contract], { services: { uploadFile: async () => sentFile } });
    fireEvent.drop(screen.getByRole('group', { name: 'Contract' }), { dataTransfer: { files: [pdf()] } });
    expect(await screen.findByText('new.pdf')).toBeInTheDocument();
  });

  it('blocks saving while it is being uploaded, and can be cancelled', async () => {
    const { opened } = gate();
    const uploadFile = async () => opened.then(() => sentFile);
    const { user, send } = await renderInputs([contract], { services: { uploadFile }, record: { contract: stored } });
    await user.upload(chooser(), pdf());
    expect(await screen.findByText('Uploading new.pdf…')).toBeInTheDocument();
    expect(await send()).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Cancel upload: Contract' }));
    expect(await send()).toEqual({ contract: stored });
  });

  it.each([
    [new File(['x'], 'a.txt', { type: 'text/plain' }), 'Allowed file types: PDF.'],
    [pdf(2049), 'The file is larger than 2 KB.'],
  ])("that violates a limit isn't uploaded", async (file, words) => {
    const { send } = await renderInputs([contract]);
    fireEvent.drop(screen.getByRole('group', { name: 'Contract' }), { dataTransfer: { files: [file] } });
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(await send()).toBeUndefined();
  });

  it('reports a failed upload, which can be repeated', async () => {
    const uploadFile = vi
      .fn<() => Promise<FileValue>>()
      .mockRejectedValueOnce(ApiError.refused(503, { code: 503, msg: 'Too busy.' }))
      .mockResolvedValue(sentFile);
    const { user, send } = await renderInputs([contract], { services: { uploadFile } });
    await user.upload(chooser(), pdf());
    expect(await screen.findByText('Too busy.')).toBeInTheDocument();
    await user.upload(chooser(), pdf());
    expect(await screen.findByText('new.pdf')).toBeInTheDocument();
    expect(await send()).toEqual({ contract: sentFile });
  });

  it('can be removed from the record', async () => {
    const { user, send } = await renderInputs([contract], { record: { contract: stored } });
    expect(screen.getByText('1.5 KB')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove: Contract' }));
    expect(await send()).toEqual({ contract: null });
  });
});

describe('an image', () => {
  it('is fetched to be shown, and its object URL is revoked', async () => {
    const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const logo: Field = { source: 'logo', type: 'image', label: 'Logo' };
    const file = { id: 'p', name: 'logo.png', size: 9, media_type: 'image/png' };
    const { user } = await renderInputs([logo], {
      record: { logo: file },
      services: { downloadFile: async () => new Blob(['x']) },
    });
    expect(await screen.findByRole('img', { name: 'logo.png' })).toHaveAttribute('src', 'blob:1');
    await user.click(screen.getByRole('button', { name: 'Remove: Logo' }));
    await waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:1'));
    create.mockRestore();
    revoke.mockRestore();
  });
});

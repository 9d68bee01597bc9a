import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { DownloadButton } from '../../../packages/ra-declared/src/ui/DownloadButton.tsx';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const { provider } = recordingProvider({ orders: [] });

describe('a button that downloads a file', () => {
  it('starts one download, however quickly it is pressed again', async () => {
    const download = vi.fn(() => new Promise<void>(() => {}));
    await renderDeclaredPage({
      dataProvider: provider,
      page: <DownloadButton download={download}>CSV</DownloadButton>,
    });
    const button = screen.getByRole('button', { name: 'CSV' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(button).toBeDisabled());
    expect(download).toHaveBeenCalledTimes(1);
  });

  it('shows why a download has failed, and can be pressed again', async () => {
    const download = vi.fn(() => Promise.reject(ApiError.refused(500, { code: 1, msg: 'No room left.' })));
    await renderDeclaredPage({
      dataProvider: provider,
      page: <DownloadButton download={download}>CSV</DownloadButton>,
    });
    const button = screen.getByRole('button', { name: 'CSV' });
    fireEvent.click(button);
    expect(await screen.findByText('No room left.')).toBeInTheDocument();
    fireEvent.click(button);
    await waitFor(() => expect(download).toHaveBeenCalledTimes(2));
  });
});

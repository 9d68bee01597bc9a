import { expect, it } from 'vitest';
import { checkPgliteVersion, installedPgliteVersion } from '#server/db/embedded/openEmbedded.ts';

it('the release of PGlite that is installed is the one that was tried', async () => {
  expect(() => checkPgliteVersion('0.5.17')).toThrow(expect.objectContaining({ name: 'PgliteVersionError' }));
  checkPgliteVersion(await installedPgliteVersion());
});

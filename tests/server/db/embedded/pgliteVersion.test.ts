import { expect, it } from 'vitest';
import { checkPgliteVersion, installedPgliteVersion } from '#server/db/embedded/openEmbedded.ts';

it('the installed release of PGlite is the tested one', async () => {
  expect(() => checkPgliteVersion('0.5.17')).toThrow(expect.objectContaining({ name: 'PgliteVersionError' }));
  checkPgliteVersion(await installedPgliteVersion());
});

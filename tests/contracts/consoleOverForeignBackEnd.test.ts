import { TOKEN_COOKIE } from '@merchant-console/ra-provider/token';
import { parseDeclaration } from '../../packages/ra-declared/src/declaration/parseDeclaration.ts';
import { fetchFromApp } from '#tests/support/fetchFromApp.ts';
import { createForeignBackEnd } from '#tests/support/foreignBackEnd.ts';
import { foreignFaults } from '#tests/support/foreignEnvelope.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { consoleUnderTest } from './consoleUnderTest.ts';
import { dataProviderContract } from '@merchant-console/ra-provider/contracts';
import { foreignChannels, foreignDeclaration, foreignSeed } from './foreignSeed.ts';

const TOKEN = 'of-another-back-end'.padEnd(43, '.');

/** The console, signed in, over a new back end with the seed. */
async function makeConsole(declaration: { name: string }) {
  const app = createForeignBackEnd(foreignChannels, TOKEN);
  await app.ready();
  const browser = createMemoryBrowser();
  browser.cookieJar.set(TOKEN_COOKIE, TOKEN);
  const resource = parseDeclaration(declaration.name, JSON.stringify(declaration));
  return {
    ...consoleUnderTest(fetchFromApp(app), browser, { mappingOf: () => resource, words: foreignFaults }),
    dispose: () => app.close(),
  };
}

dataProviderContract(
  'the console over a back end with other calls',
  () => makeConsole(foreignDeclaration),
  foreignSeed,
);

/** The same mapping without a call for several IDs. */
const { list, ...verbs } = foreignDeclaration.endpoints;
const { ids: _, ...query } = list.query;
const byShow = { ...foreignDeclaration, endpoints: { ...verbs, list: { ...list, query } } };

dataProviderContract('the console over a back end without a call for several IDs', () => makeConsole(byShow), {
  ...foreignSeed,
  filters: foreignSeed.filters.filter(({ filter }) => !('id' in filter)),
});

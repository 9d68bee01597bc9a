import { createFakeApi, type FakeUser } from '#tests/support/fakeApi.ts';
import { OWNER, VIEWER } from '#tests/support/fakeUsers.ts';
import {
  consoleAuthContract,
  dataProviderContract,
  sampleSeed,
  type ConsoleUser,
} from '@merchant-console/ra-provider/contracts';
import { consoleUnderTest } from './consoleUnderTest.ts';

function makeConsole() {
  const { resource, records } = sampleSeed;
  return consoleUnderTest(createFakeApi({ users: [OWNER, VIEWER], resources: { [resource]: records } }));
}

async function makeSignedInConsole() {
  const made = makeConsole();
  await made.authProvider.login(OWNER);
  return made;
}

const contractUser = (user: FakeUser, fullName: string, permissions: string[]): ConsoleUser => ({
  credentials: () => user,
  fullName,
  permissions,
});

dataProviderContract('the console over an in-memory API', makeSignedInConsole, sampleSeed);
consoleAuthContract('the console over an in-memory API', makeConsole, [
  contractUser(OWNER, 'owner 张', ['orders.list', 'orders.show', 'orders.export']),
  contractUser(VIEWER, 'viewer 张', ['orders.list']),
]);

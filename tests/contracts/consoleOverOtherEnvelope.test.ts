import { envelopeSchema, errorDataSchema } from '@merchant-console/protocol';
import { createFakeApi } from '#tests/support/fakeApi.ts';
import { OWNER, VIEWER } from '#tests/support/fakeUsers.ts';
import { done, foreignEnvelope, refusedAbroad } from '#tests/support/foreignEnvelope.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { consoleAuthContract, dataProviderContract, sampleSeed } from '@merchant-console/ra-provider/contracts';
import { consoleUnderTest } from './consoleUnderTest.ts';

const words = {
  refusal: ({ message, errors = {} }: { message: string; errors?: Record<string, string> }) =>
    refusedAbroad(message, errors),
  sessionEnd: (text: string) => ({ outcome: 'sign-in', problem: { text } }),
};

/** A back end with the console's own calls, whose responses have another envelope that only the settings define. */
function makeConsole() {
  const { resource, records } = sampleSeed;
  const api = createFakeApi({ users: [OWNER, VIEWER], resources: { [resource]: records } });
  const elsewhere: typeof globalThis.fetch = async (...args) => {
    const answer = await api(...args);
    const { code, msg, data } = envelopeSchema.parse(await answer.json());
    const errors = errorDataSchema.safeParse(data).data?.errors ?? {};
    const told = code === 0 ? done(data) : code === 400 ? words.sessionEnd(msg) : refusedAbroad(msg, errors);
    return Response.json(told, { status: answer.status, headers: answer.headers });
  };
  return consoleUnderTest(elsewhere, createMemoryBrowser(), { words, envelope: foreignEnvelope });
}

dataProviderContract(
  'the console over an API with another envelope',
  async () => {
    const made = makeConsole();
    await made.authProvider.login(OWNER);
    return made;
  },
  sampleSeed,
);
consoleAuthContract('the console over an API with another envelope', makeConsole, [
  { credentials: () => OWNER, fullName: 'owner 张', permissions: ['orders.list', 'orders.show', 'orders.export'] },
  { credentials: () => VIEWER, fullName: 'viewer 张', permissions: ['orders.list'] },
]);

import { afterAll, afterEach, beforeAll } from 'vitest';
import { startMerchantServer, type MerchantServer } from '#tests/support/merchantServer.ts';
import { killLeftovers, startTypeScript } from '#tests/support/startedProcess.ts';
import { MERCHANT, testModeWorld, type TestModeWorld } from '../modules/testMode/testModeWorld.ts';

/** A server to listen to, for all tests of the `describe` around. Use what it returns in tests only. */
export function listening() {
  let world: TestModeWorld;
  let shop: MerchantServer;
  let address: string;
  beforeAll(async () => {
    world = await testModeWorld();
    setClock();
    shop = await startMerchantServer();
    address = await world.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(killLeftovers);
  afterAll(async () => {
    await shop.close();
    await world.close();
  });
  const listen = (key: string, to = `${shop.url}/local`) =>
    startTypeScript('server/cli/listen.ts', { MERCHANT_NO: MERCHANT, MERCHANT_KEY: key, GATEWAY_URL: address }, [
      '--to',
      to,
    ]);
  /** The program signs with the computer's time. */
  const setClock = () => world.clock.advance((Date.now() - world.clock.now().getTime()) / 1000);
  return {
    get world() {
      return world;
    },
    get shop() {
      return shop;
    },
    setClock,
    listen,
  };
}

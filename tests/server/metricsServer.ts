import { afterAll, beforeAll } from 'vitest';
import { startDemoServer, type DemoServer } from '../support/demoServer.ts';
import { killLeftovers } from '../support/startedProcess.ts';

/** Enough to copy a database and start a server on a busy machine. */
export const LONG_MS = 180_000;

/** A server with metrics, for all tests of the `describe` around. Use what it returns in tests only. */
export function metricsServer() {
  let server: DemoServer;
  let metricsUrl: string;
  beforeAll(async () => {
    server = await startDemoServer({ METRICS_PORT: '0' });
    metricsUrl = server.process.address('/metrics');
  }, LONG_MS);
  afterAll(async () => {
    killLeftovers();
    await server.process.ended();
    await server.remove();
  });
  return {
    get metricsUrl() {
      return metricsUrl;
    },
    get server() {
      return server;
    },
  };
}

import { describe, expect, it } from 'vitest';
import { startTypeScript } from '../support/startedProcess.ts';
import { metricsServer, LONG_MS } from './metricsServer.ts';

describe('metrics', () => {
  const measured = metricsServer();

  it(
    'keep a server from starting if their port is taken, with a hint what to change',
    async () => {
      const { port } = new URL(measured.metricsUrl);
      const second = await startTypeScript('server/main.ts', {
        ...measured.server.environment,
        METRICS_PORT: port,
      }).ended();
      expect([second.code, second.output]).toEqual([
        1,
        expect.stringMatching(/METRICS_PORT: .*address already in use/),
      ]);
    },
    LONG_MS,
  );
});

import { describe, expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { createConnection } from '#console/api/connection.ts';
import { TestClock } from '#tests/support/testClock.ts';

/** A browser and a server that can go offline, with timers that the test fires. */
function setUp({ onLine = true } = {}) {
  const clock = new TestClock();
  const events = new Map<string, () => void>();
  const timers = new Set<() => void>();
  const server = { isThere: true, isServing: true, probes: 0, serviceProbes: 0 };
  let changes = 0;
  const connection = createConnection({
    browser: { navigator: { onLine }, addEventListener: (type, listener) => events.set(type, listener) },
    clock,
    async probe() {
      server.probes += 1;
      return server.isThere;
    },
    async probeService() {
      server.serviceProbes += 1;
      return server.isServing;
    },
    startTimer(callback) {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  });
  connection.subscribe(() => (changes += 1));
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
  const call = async (signal?: AbortSignal) => {
    const fetch = connection.watching(async () => {
      if (!server.isThere || signal?.aborted) throw new TypeError('Failed to fetch');
      return new Response('{}');
    });
    await fetch('/prod-api/orders', signal ? { signal } : {}).catch(() => {});
    await settle();
  };
  /** Makes a call that the server answers with `status`. */
  const answeredWith = async (status: number) => {
    await connection.watching(async () => new Response('{}', { status }))('/prod-api/orders');
    await settle();
  };
  return {
    clock,
    connection,
    server,
    call,
    answeredWith,
    timers,
    changes: () => changes,
    async tell(event: 'online' | 'offline') {
      events.get(event)?.();
      await settle();
    },
    async timePasses() {
      for (const callback of [...timers]) {
        timers.delete(callback);
        callback();
      }
      await settle();
    },
    isOnline: () => connection.get().isOnline,
  };
}

describe('the connection', () => {
  it('is lost if a call and then a probe fail; reported once for all calls', async () => {
    const { server, call, isOnline, changes } = setUp();
    server.isThere = false;
    await Promise.all([call(), call(), call()]);
    expect(isOnline()).toBe(false);
    expect([server.probes, changes()]).toEqual([1, 1]);
  });

  it("isn't lost after one failed call", async () => {
    const { connection, server, isOnline } = setUp();
    await connection
      .watching(() => Promise.reject(new TypeError('cut')))('/prod-api/orders')
      .catch(() => {});
    expect([isOnline(), server.probes]).toEqual([true, 1]);
  });

  it('is probed after a timeout, but not after the caller has aborted', async () => {
    const { server, call } = setUp();
    await call(AbortSignal.abort());
    expect(server.probes).toBe(0);
    await call(AbortSignal.abort(ApiError.timeout(5000)));
    expect(server.probes).toBe(1);
  });

  it('is lost when the browser says so, also at the start', async () => {
    const { tell, isOnline } = setUp();
    await tell('offline');
    expect(isOnline()).toBe(false);
    expect(setUp({ onLine: false }).isOnline()).toBe(false);
  });

  it('is back when a probe succeeds, not when the browser reports that it is online', async () => {
    const { server, tell, isOnline, timePasses, timers } = setUp();
    server.isThere = false;
    await tell('offline');
    await tell('online');
    expect(isOnline()).toBe(false);
    await timePasses();
    expect(isOnline()).toBe(false);
    server.isThere = true;
    await timePasses();
    expect(isOnline()).toBe(true);
    expect(timers.size).toBe(0);
  });

  it('is back after any response', async () => {
    const { tell, call, isOnline, timers } = setUp();
    await tell('offline');
    await call();
    expect([isOnline(), timers.size]).toEqual([true, 0]);
  });

  it('reports when it last worked', async () => {
    const { clock, connection, server, call } = setUp();
    expect(connection.get().lastAnswerAt).toBeNull();
    await call();
    const at = clock.now();
    clock.advance(60);
    server.isThere = false;
    await call();
    expect(connection.get().lastAnswerAt).toEqual(at);
  });
});

describe('the service', () => {
  it("isn't lost after one rejected call", async () => {
    const { connection, server, answeredWith, changes } = setUp();
    await answeredWith(503);
    expect([connection.get().isServing, server.serviceProbes, changes()]).toEqual([true, 1, 0]);
  });

  it('is lost if the server reports an outage over a working connection, and is probed until it is back', async () => {
    const { connection, server, answeredWith, changes, timePasses, timers } = setUp();
    server.isServing = false;
    await answeredWith(503);
    await answeredWith(503);
    expect(connection.get()).toMatchObject({ isOnline: true, isServing: false });
    expect([server.serviceProbes, changes()]).toEqual([1, 1]);
    await timePasses();
    expect(connection.get().isServing).toBe(false);
    server.isServing = true;
    await timePasses();
    expect([connection.get().isServing, changes(), timers.size]).toEqual([true, 2, 0]);
  });
});

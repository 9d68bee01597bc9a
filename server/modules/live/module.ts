import { changesSince, eventsCall } from '#shared/contract/live.ts';
import { SessionEndedError } from '#server/errors.ts';
import { FileAnswer } from '#server/http/Route.ts';
import { tokenOf } from '#server/http/session.ts';
import type { Module } from '../Module.ts';
import { createLive } from './service.ts';

const HEADERS = {
  'Content-Type': 'text/event-stream',
  // Keeps proxies from compressing or buffering the stream.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  // A closing server would wait for a reusable connection.
  Connection: 'close',
};

export const liveModule: Module = {
  routes(router, { db, log, liveTimes, metrics, sessions }, app) {
    const live = createLive({ db, log, times: liveTimes });
    app.addHook('preClose', live.close);
    metrics.followStreams(live.openStreams);

    router.signedIn(eventsCall, async ({ session, request, query }) => {
      const token = tokenOf(request);
      if (token === null) throw new SessionEndedError();
      const look = () => sessions.authenticate(token, { keepsAlive: false });
      const cursor = request.headers['last-event-id'];
      const resumeFrom = { cursor: typeof cursor === 'string' ? cursor : undefined, ago: query.ago };
      const body = await live.stream(session, look, resumeFrom);
      if (request.method === 'HEAD') body.end();
      return new FileAnswer(body, HEADERS);
    });

    router.signedIn(changesSince, ({ session, query: { cursor, ago } }) => live.since(session, { cursor, ago }));
  },
};

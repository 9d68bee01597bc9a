import { describe, expect, it } from 'vitest';
import { createSessionFetch } from '#console/api/sessionFetch.ts';
import { createApiLayer } from '#tests/support/apiLayer.ts';
import { requestOf } from '@merchant-console/ra-provider/contracts';
import { sampleSession } from '#tests/support/sampleSession.ts';

function setUp(answer: () => Response) {
  const requests: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(requestOf(input, init));
    return answer();
  };
  const { session, endings } = createApiLayer(fetch);
  session.save(sampleSession());
  const sessionFetch = createSessionFetch({
    fetch,
    session,
    settings: { clientAddressHeader: 'X-Client-Address', tokenHeader: 'X-Token' },
    getLanguage: () => 'es',
    getClientAddress: () => '203.0.113.9',
    onSessionEnded: (message) => void endings.push(message),
  });
  return { sessionFetch, session, endings, requests };
}

describe('a file that needs the session', () => {
  it('is requested with its token, and arrives as it is', async () => {
    const { sessionFetch, requests } = setUp(() => new Response('{"name":"orders"}'));
    const response = await sessionFetch('/resources/orders.json', { cache: 'no-cache' });
    expect(await response.text()).toBe('{"name":"orders"}');
    expect(requests[0]?.headers.get('X-Token')).toBe(sampleSession().login_token);
  });

  it('is a response even if it is missing', async () => {
    const { sessionFetch } = setUp(() => new Response('not found', { status: 404 }));
    expect((await sessionFetch('/resources/orders.json')).status).toBe(404);
  });

  it('ends the session if the server says that it is over', async () => {
    const over = { code: 400, msg: 'Signed out', data: { error: 'session_ended' } };
    const { sessionFetch, session, endings } = setUp(() => Response.json(over, { status: 401 }));
    await expect(sessionFetch('/resources/orders.json')).rejects.toMatchObject({ kind: 'answer', status: 401 });
    expect([session.getToken(), endings]).toEqual([null, ['Signed out']]);
  });

  it("shows the server's reason if it is refused, and a gateway's page as unreadable", async () => {
    const refused = { code: 50_300, msg: 'Try again later', data: { error: 'unavailable' } };
    const unavailable = setUp(() => Response.json(refused, { status: 503 }));
    await expect(unavailable.sessionFetch('/a.json')).rejects.toMatchObject({
      kind: 'answer',
      message: 'Try again later',
    });
    const gateway = setUp(() => new Response('<html>', { status: 502 }));
    await expect(gateway.sessionFetch('/a.json')).rejects.toMatchObject({ kind: 'unreadable', status: 502 });
  });
});

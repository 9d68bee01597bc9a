import { get, type IncomingMessage } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

export interface TestStream {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  /** The next event as soon as it arrives, or null if the stream has ended. */
  next(): Promise<EventSourceMessage | null>;
  close(): void;
}

/**
 * Listens to a server's events over its own connection. `fetch` would keep a pool of connections open, and a server
 * that shuts down would wait for them.
 * @param base such as `http://127.0.0.1:4000`
 */
export async function openStream(
  base: string,
  token: string,
  { lastEventId, query = '' }: { lastEventId?: string; query?: string } = {},
): Promise<TestStream> {
  const headers = { 'x-token': token, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
  const request = get(`${base}/prod-api/events${query}`, { headers, agent: false });
  request.on('error', () => {});
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  answer.on('error', () => {});
  const events = eventsOf(answer);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    next: async () => (await events.next()).value ?? null,
    close: () => request.destroy(),
  };
}

async function* eventsOf(answer: IncomingMessage): AsyncGenerator<EventSourceMessage, null> {
  const come: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => come.push(event) });
  for await (const chunk of answer.setEncoding('utf8')) {
    parser.feed(String(chunk));
    yield* come.splice(0);
  }
  return null;
}

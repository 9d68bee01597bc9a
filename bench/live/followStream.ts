import { readEvents } from '#console/live/followChanges.ts';

export interface FollowedStream {
  /** When the stream announced a change of orders, in milliseconds since 1970. */
  changedAt: readonly number[];
  stop(): void;
}

/** Listens to a session's event stream, as the console does. */
export async function followStream(url: string, token: string): Promise<FollowedStream> {
  const stopping = new AbortController();
  const headers = { 'X-Token': token, Accept: 'text/event-stream' };
  const answer = await fetch(`${url}/prod-api/events`, { headers, signal: stopping.signal });
  if (!answer.ok || !answer.body) throw new Error(`events: ${answer.status}`);
  const changedAt: number[] = [];
  const events = readEvents(answer.body);
  const follow = async () => {
    for await (const { resources } of events) if (resources.includes('orders')) changedAt.push(Date.now());
  };
  follow().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return { changedAt, stop: () => stopping.abort() };
}

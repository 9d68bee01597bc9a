import { EventSourceParserStream } from 'eventsource-parser/stream';
import { changedSchema, LIVE_EVENTS } from '#shared/contract/live.ts';

/** One part of the stream, as the server tells it. */
export interface LiveEvent {
  kind: keyof typeof LIVE_EVENTS;
  /** Of `changed`. */
  resources: readonly string[];
  /** Where to go on from after it. */
  cursor: string | null;
}

const KINDS: readonly string[] = Object.keys(LIVE_EVENTS);
const isKind = (name: string): name is LiveEvent['kind'] => KINDS.includes(name);

/** The events of an answer as they come. What this console does not know is left out. */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<LiveEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const { event = '', data, id = null } = part.value;
    if (!isKind(event)) continue;
    const resources = event === 'changed' ? changedSchema.parse(JSON.parse(data)).resources : [];
    yield { kind: event, resources, cursor: id };
  }
}

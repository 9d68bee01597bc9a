import { CODE_SESSION_ENDED } from '@merchant-console/protocol';
import type { BackEndRefusal, Faults } from './Faults.ts';
import { requestOf } from './requestOf.ts';

type Fetch = typeof globalThis.fetch;
/** Intercepts one call to the back end. */
type Fault = (forward: () => Promise<Response>, signal: AbortSignal | null | undefined) => Promise<Response>;

export interface FaultyFetch {
  fetch: Fetch;
  faults: Faults & {
    /** Answers the next call with this response. */
    answer(status: number, body: unknown): void;
    /** Answers the next call with a file. */
    file(name: string, content: string): void;
  };
  /** All requests so far, with or without a fault. */
  requests: Request[];
}

/** Format of a back end's error responses. */
export interface FaultWords {
  refusal(refusal: BackEndRefusal): unknown;
  sessionEnd(message: string): unknown;
}

const OWN_WORDS: FaultWords = {
  refusal: ({ status, message, errors }) => ({ code: status * 100, msg: message, data: { error: 'refused', errors } }),
  sessionEnd: (message) => ({ code: CODE_SESSION_ENDED, msg: message, data: null }),
};

/** Injects faults into a `fetch`. Error responses have the format of `/prod-api` unless `words` says otherwise. */
export function createFaultyFetch(behind: Fetch, words = OWN_WORDS): FaultyFetch {
  const queue: Fault[] = [];
  const requests: Request[] = [];
  const add = (fault: Fault, calls = 1) => void queue.push(...Array.from({ length: calls }, () => fault));
  const respond = (status: number, body: unknown, calls?: number) =>
    add(async () => Response.json(body, { status }), calls);

  return {
    requests,
    fetch: async (input, init) => {
      requests.push(requestOf(input, init));
      const fault = queue.shift();
      const forward = () => behind(input, init);
      return fault ? fault(forward, init?.signal) : forward();
    },
    faults: {
      answer: respond,
      file: (name, content) => {
        const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
        add(async () => new Response(content, { headers: { 'Content-Disposition': disposition } }));
      },
      refuse: (refusal, calls) => respond(refusal.status, words.refusal(refusal), calls),
      endSession: (message, calls) => respond(401, words.sessionEnd(message), calls),
      hang: (calls) => add((_, signal) => untilAborted(signal), calls),
      disconnect: (calls) => add(() => Promise.reject(new TypeError('fetch failed')), calls),
      garble: (calls) => add(async () => new Response('<html><h1>502 Bad Gateway</h1></html>', { status: 502 }), calls),
      hold: () => {
        let open = () => {};
        const opened = new Promise<void>((resolve) => {
          open = resolve;
        });
        add(async (forward) => opened.then(forward));
        return () => open();
      },
    },
  };
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });
}

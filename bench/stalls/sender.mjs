// A client in a separate thread, so that its work doesn't stall the server. Sends the requests that it receives and
// replies with their status.
import { parentPort } from 'node:worker_threads';

/** @param {{ url: string, method: string, headers: Record<string, string>, body: BodyInit | null }} asked */
async function send({ url, method, headers, body }) {
  const answer = await fetch(url, { method, headers, ...(body !== null && { body }) });
  await answer.arrayBuffer();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, no window
  parentPort?.postMessage(answer.status);
}

parentPort?.on('message', (/** @type {Parameters<typeof send>[0]} */ asked) => void send(asked));

// A client in a thread of its own, so that its work is no stall of the server: sends what it is given, answers with the status.
import { parentPort } from 'node:worker_threads';

/** @param {{ url: string, method: string, headers: Record<string, string>, body: BodyInit | null }} asked */
async function send({ url, method, headers, body }) {
  const answer = await fetch(url, { method, headers, ...(body !== null && { body }) });
  await answer.arrayBuffer();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, no window
  parentPort?.postMessage(answer.status);
}

parentPort?.on('message', (/** @type {Parameters<typeof send>[0]} */ asked) => void send(asked));

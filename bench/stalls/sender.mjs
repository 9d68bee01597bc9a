// A client in a thread of its own, so that its work is no stall of the server: sends what it is given, answers with the status.
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', async ({ url, method, headers, body }) => {
  const answer = await fetch(url, { method, headers, body });
  await answer.arrayBuffer();
  parentPort?.postMessage(answer.status);
});
